// Sends a code, and tells whether it was accepted.
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading.Tasks;

static class Send
{
    static async Task<int> Main()
    {
        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
        var form = new FormUrlEncodedContent(new Dictionary<string, string>
        {
            ["api_key"] = Environment.GetEnvironmentVariable("PAIGHAM_KEY"),
            ["sender"] = "8584",
            ["mobile"] = "923001234567",
            ["template_id"] = "501",
            ["message"] = "{\"code\":\"4821\"}",
            ["idempotency_key"] = "order-" + Environment.GetEnvironmentVariable("ORDER") + "-code",
        });
        try
        {
            var url = Environment.GetEnvironmentVariable("PAIGHAM_URL") + "/api/sms.php";
            var response = await client.PostAsync(url, form);
            var answer = await response.Content.ReadAsStringAsync();
            var accepted = answer.StartsWith("OK ID:", StringComparison.Ordinal);
            Console.WriteLine(accepted ? "accepted as " + answer.Substring(6) : "not accepted: " + answer);
            return accepted ? 0 : 1;
        }
        catch (Exception error) when (error is HttpRequestException || error is TaskCanceledException)
        {
            // Nobody knows whether it arrived: repeat it with the same idempotency key.
            Console.Error.WriteLine("no answer: " + error.Message);
            return 1;
        }
    }
}
