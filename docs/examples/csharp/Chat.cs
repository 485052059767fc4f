// Sends an approved chat template with two values; the answer has a status for each entry.
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading.Tasks;

static class Chat
{
    static async Task<int> Main()
    {
        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(90) };
        // System.Text.Json writes and reads JSON better than this.
        var entries = "[{\"mobile\":\"923001234567\",\"body\":["
            + "{\"type\":\"text\",\"text\":\"Ali\"},{\"type\":\"text\",\"text\":\"A-17\"}]}]";
        var form = new FormUrlEncodedContent(new Dictionary<string, string>
        {
            ["api_key"] = Environment.GetEnvironmentVariable("PAIGHAM_KEY"),
            ["template_id"] = Environment.GetEnvironmentVariable("CHAT_TEMPLATE"),
            ["template_data"] = entries,
            ["idempotency_key"] = "order-" + Environment.GetEnvironmentVariable("ORDER") + "-chat",
        });
        var url = Environment.GetEnvironmentVariable("PAIGHAM_URL") + "/api/send.php";
        var response = await client.PostAsync(url, form);
        var answer = await response.Content.ReadAsStringAsync();
        Console.WriteLine(answer);
        return answer.StartsWith("{\"success\":\"true\"", StringComparison.Ordinal) ? 0 : 1;
    }
}
