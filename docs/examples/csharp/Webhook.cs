// Receives events: verifies the signature, keeps each event once, and answers at once.
using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;

static class Webhook
{
    static readonly byte[] Key = Convert.FromBase64String(
        Environment.GetEnvironmentVariable("WEBHOOK_SECRET").Substring("whsec_".Length));

    static void Main()
    {
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "3000"}/");
        listener.Start();
        while (true)
        {
            var context = listener.GetContext();
            try
            {
                context.Response.StatusCode = Take(context.Request);
            }
            catch (IOException error)
            {
                Console.Error.WriteLine("not kept: " + error.Message);
                context.Response.StatusCode = 500; // It comes again.
            }
            context.Response.Close();
        }
    }

    static int Take(HttpListenerRequest request)
    {
        var body = new MemoryStream();
        request.InputStream.CopyTo(body);
        var id = request.Headers["webhook-id"];
        if (!IsSigned(request, id, body.ToArray())) return 400;
        var path = Path.Combine(Environment.GetEnvironmentVariable("INBOX"), id + ".json");
        // An event may come more than once: like a row with a unique id, the file is only created once.
        // It is renamed when it is complete: a program that reads the folder never sees half of it.
        if (File.Exists(path)) return 204;
        File.WriteAllBytes(path + ".new", body.ToArray());
        File.Move(path + ".new", path);
        // The actual work is done later, by a program that reads the files.
        return 204;
    }

    static bool IsSigned(HttpListenerRequest request, string id, byte[] body)
    {
        var given = request.Headers["webhook-signature"] ?? "";
        if (!long.TryParse(request.Headers["webhook-timestamp"], out var sent)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sent) > 300) return false;
        using (var hmac = new HMACSHA256(Key))
        {
            var signed = Encoding.UTF8.GetBytes($"{id}.{sent}.").Concat(body).ToArray();
            var ours = "v1," + Convert.ToBase64String(hmac.ComputeHash(signed));
            // Two signatures while the secret is changed.
            return given.Split(' ').Any(it => IsSame(it, ours));
        }
    }

    // All of it, so that the time tells nothing.
    static bool IsSame(string a, string b) =>
        a.Length == b.Length && a.Zip(b, (x, y) => x ^ y).Aggregate(0, (all, it) => all | it) == 0;
}
