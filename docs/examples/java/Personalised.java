// Sends a text of its own to each row of a file behind a public link; column B holds the code.
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

class Personalised {
  public static void main(String[] args) throws IOException, InterruptedException {
    var fields = Map.of(
        "api_key", System.getenv("PAIGHAM_KEY"), "sender", "8584", "template_id", "501",
        "url", System.getenv("FILE_URL"), "message", "{\"code\":\"#B#\"}",
        "idempotency_key", "order-" + System.getenv("ORDER") + "-codes");
    var request = HttpRequest.newBuilder(URI.create(System.getenv("PAIGHAM_URL") + "/api/personalised.php"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .timeout(Duration.ofSeconds(120))
        .POST(HttpRequest.BodyPublishers.ofString(form(fields)))
        .build();
    var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    System.out.println(answer.startsWith("OK ID:") ? "batch " + answer.substring(6) : "not accepted: " + answer);
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(it -> it.getKey() + "=" + URLEncoder.encode(it.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
