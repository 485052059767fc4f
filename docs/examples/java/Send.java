// Sends a code, and tells whether it was accepted.
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

class Send {
  public static void main(String[] args) throws InterruptedException {
    var fields = Map.of(
        "api_key", System.getenv("PAIGHAM_KEY"), "sender", "8584", "mobile", "923001234567",
        "template_id", "501", "message", "{\"code\":\"4821\"}",
        "idempotency_key", "order-" + System.getenv("ORDER") + "-code");
    var request = HttpRequest.newBuilder(URI.create(System.getenv("PAIGHAM_URL") + "/api/sms.php"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .timeout(Duration.ofSeconds(30))
        .POST(HttpRequest.BodyPublishers.ofString(form(fields)))
        .build();
    try {
      var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      if (!answer.startsWith("OK ID:")) {
        System.err.println("not accepted: " + answer);
        System.exit(1);
      }
      System.out.println("accepted as " + answer.substring("OK ID:".length()));
    } catch (IOException error) {
      // Nobody knows whether it arrived: repeat it with the same idempotency key.
      System.err.println("no answer: " + error);
      System.exit(1);
    }
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(it -> it.getKey() + "=" + URLEncoder.encode(it.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
