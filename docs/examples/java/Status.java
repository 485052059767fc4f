// Waits until a message has its final state: java Status.java 117378331489242
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

class Status {
  public static void main(String[] args) throws IOException, InterruptedException {
    var fields = Map.of("api_key", System.getenv("PAIGHAM_KEY"), "id", args[0]);
    var request = HttpRequest.newBuilder(URI.create(System.getenv("PAIGHAM_URL") + "/api/delivery.php"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .timeout(Duration.ofSeconds(30))
        .POST(HttpRequest.BodyPublishers.ofString(form(fields)))
        .build();
    var client = HttpClient.newHttpClient();
    for (int tries = 0; tries < 30; tries++) {
      var answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        System.err.println("not found: " + answer.body());
        System.exit(1);
      }
      if (!answer.body().equals("PENDING") && !answer.body().equals("SENT")) {
        System.out.println(answer.body());
        return;
      }
      Thread.sleep(1000);
    }
    System.out.println("not final yet");
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(it -> it.getKey() + "=" + URLEncoder.encode(it.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
