// Prints the newest replies from phones, as JSON.
using System;
using System.Net.Http;
using System.Threading.Tasks;

static class Replies
{
    static async Task<int> Main()
    {
        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
        var url = Environment.GetEnvironmentVariable("PAIGHAM_URL") + "/v1/replies?limit=50";
        var request = new HttpRequestMessage(HttpMethod.Get, url);
        request.Headers.Add("Authorization", "Bearer " + Environment.GetEnvironmentVariable("PAIGHAM_KEY"));
        var response = await client.SendAsync(request);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
        return response.IsSuccessStatusCode ? 0 : 1;
    }
}
