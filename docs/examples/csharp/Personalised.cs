// Sends a text of its own to each row of a file; column B holds the code.
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading.Tasks;

static class Personalised
{
    static async Task<int> Main()
    {
        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(120) };
        var rows = "Mobile,Code\n923001234567,4821\n923111234567,7733\n";
        var form = new MultipartFormDataContent
        {
            { new StringContent("8584"), "sender" },
            { new StringContent("501"), "template_id" },
            { new StringContent("{\"code\":\"#B#\"}"), "message" },
            { new StringContent(rows), "file", "codes.csv" },
        };
        var url = Environment.GetEnvironmentVariable("PAIGHAM_URL") + "/v1/batches";
        var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = form };
        request.Headers.Add("Authorization", "Bearer " + Environment.GetEnvironmentVariable("PAIGHAM_KEY"));
        request.Headers.Add("Idempotency-Key", "order-" + Environment.GetEnvironmentVariable("ORDER") + "-codes");
        var response = await client.SendAsync(request);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
        return response.IsSuccessStatusCode ? 0 : 1;
    }
}
