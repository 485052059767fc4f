// Receives events: verifies the signature, keeps each event once, and answers at once.
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhook {
  static final byte[] KEY =
      Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").substring("whsec_".length()));

  public static void main(String[] args) throws IOException {
    var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", exchange -> {
      int status;
      try {
        status = take(exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes());
      } catch (IOException | GeneralSecurityException error) {
        System.err.println("not kept: " + error);
        status = 500; // It comes again.
      }
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    server.start();
  }

  static int take(Headers headers, byte[] body) throws IOException, GeneralSecurityException {
    if (!isSigned(headers, body)) return 400;
    // An event may come more than once: like a row with a unique id, the file is only created once.
    // It is renamed when it is complete: a program that reads the folder never sees half of it.
    var file = Path.of(System.getenv("INBOX"), headers.getFirst("webhook-id") + ".json");
    if (Files.exists(file)) return 204;
    var complete = Files.write(Path.of(file + ".new"), body);
    Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE);
    // The actual work is done later, by a program that reads the files.
    return 204;
  }

  static boolean isSigned(Headers headers, byte[] body) throws GeneralSecurityException {
    var sent = headers.getFirst("webhook-timestamp");
    var given = headers.getFirst("webhook-signature");
    if (sent == null || !sent.matches("\\d{1,12}") || given == null) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(sent)) > 300) return false;
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    mac.update((headers.getFirst("webhook-id") + "." + sent + ".").getBytes(StandardCharsets.UTF_8));
    var ours = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    // Two signatures while the secret is changed.
    for (var it : given.split(" ")) {
      if (MessageDigest.isEqual(ours.getBytes(), it.getBytes())) return true;
    }
    return false;
  }
}
