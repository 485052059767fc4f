// Prints the newest replies from phones, as JSON.
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

class Replies {
  public static void main(String[] args) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("PAIGHAM_URL") + "/v1/replies?limit=50"))
        .header("Authorization", "Bearer " + System.getenv("PAIGHAM_KEY"))
        .timeout(Duration.ofSeconds(30))
        .build();
    var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      System.err.println("failed: " + answer.body());
      System.exit(1);
    }
    System.out.println(answer.body());
  }
}
