// Waits until a message has its final state; the id is the first argument.
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading.Tasks;

static class Status
{
    static async Task<int> Main(string[] args)
    {
        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
        var url = Environment.GetEnvironmentVariable("PAIGHAM_URL") + "/api/delivery.php";
        for (var tries = 0; tries < 30; tries++)
        {
            var form = new FormUrlEncodedContent(new Dictionary<string, string>
            {
                ["api_key"] = Environment.GetEnvironmentVariable("PAIGHAM_KEY"),
                ["id"] = args[0],
            });
            var response = await client.PostAsync(url, form);
            var state = await response.Content.ReadAsStringAsync();
            if (!response.IsSuccessStatusCode)
            {
                Console.Error.WriteLine("not found: " + state);
                return 1;
            }
            if (state != "PENDING" && state != "SENT")
            {
                Console.WriteLine(state);
                return 0;
            }
            await Task.Delay(1000);
        }
        Console.WriteLine("not final yet");
        return 0;
    }
}
