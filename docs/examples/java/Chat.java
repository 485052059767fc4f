// Sends an approved chat template with two values; the answer has a status for each entry.
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

class Chat {
  public static void main(String[] args) throws IOException, InterruptedException {
    // A library such as Jackson writes and reads JSON better than this.
    var entries = "[{\"mobile\":\"923001234567\",\"body\":["
        + "{\"type\":\"text\",\"text\":\"Ali\"},{\"type\":\"text\",\"text\":\"A-17\"}]}]";
    var fields = Map.of(
        "api_key", System.getenv("PAIGHAM_KEY"), "template_id", System.getenv("CHAT_TEMPLATE"),
        "template_data", entries, "idempotency_key", "order-" + System.getenv("ORDER") + "-chat");
    var request = HttpRequest.newBuilder(URI.create(System.getenv("PAIGHAM_URL") + "/api/send.php"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .timeout(Duration.ofSeconds(90))
        .POST(HttpRequest.BodyPublishers.ofString(form(fields)))
        .build();
    var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    System.out.println(answer);
    System.exit(answer.startsWith("{\"success\":\"true\"") ? 0 : 1);
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(it -> it.getKey() + "=" + URLEncoder.encode(it.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
