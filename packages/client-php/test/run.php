<?php
// Drives the client against a service and prints what it saw, as JSON (test/judges/php-client.test.ts).
declare(strict_types=1);

require __DIR__ . '/../Paigham.php';

use Paigham\Client;
use Paigham\PaighamException;
use Paigham\Webhook;

function seen(callable $work): array
{
    try {
        return ['done' => $work()];
    } catch (PaighamException $error) {
        return ['failed' => $error->getMessage(), 'reason' => $error->reason, 'code' => $error->formCode,
            'status' => $error->status, 'mayPass' => $error->mayPass()];
    } catch (UnexpectedValueException $error) {
        return ['failed' => $error->getMessage()];
    }
}

[, $url, $key, $template, $busy, $webhook] = $argv;
$file = tempnam(sys_get_temp_dir(), 'rows');
file_put_contents($file, "923001234567,4821\n923111234567,7733\n923001234567,1\n");
$pauses = [];
$sleep = static function (int $ms) use (&$pauses): void {
    $pauses[] = $ms;
};
$all = [];
foreach ([true, false] as $curl) {
    $options = ['curl' => $curl, 'sleep' => $sleep];
    $client = new Client($url, $key, $options);
    $key1 = ['idempotency_key' => 'order-' . ($curl ? 'a' : 'b')];
    $sent = static fn () => $client->sendSms('8584', ['923001234567', '923111234567'], '501', ['code' => '4821'], $key1);
    $values = [['type' => 'text', 'text' => 'علی'], ['type' => 'text', 'text' => 'A-17']];
    $entries = [['mobile' => '923001234567', 'body' => $values], ['mobile' => '0421234567']];
    $pauses = [];
    $all[] = [
        'sent' => seen($sent),
        'again' => seen($sent),
        'dry' => seen(static fn () => $client->sendSms('8584', '923001234567', '501', ['code' => '1'], ['dry_run' => '1'])),
        'refused' => seen(static fn () => $client->sendSms('8584', '0421234567', '501', ['code' => '1'])),
        'wrong' => seen(static fn () => (new Client($url, 'wrong', $options))->balance()),
        'chat' => seen(static fn () => $client->sendChatTemplate($template, $entries)),
        'balance' => seen(static fn () => $client->balance()),
        'many' => seen(static fn () => $client->call('POST', '/v1/messages', [], [
            'sender' => '8584', 'template_id' => '501', 'values' => ['code' => '1'],
            'recipients' => ['923001234567', ['recipient' => '923111234567', 'values' => ['code' => '2']]],
        ])),
        'chats' => seen(static fn () => $client->call('POST', '/v1/messages', [], [
            'kind' => 'chat', 'template_id' => $template, 'recipients' => ['923001234567'], 'content' => ['body' => $values],
        ])),
        'upload' => seen(static fn () => $client->sendUpload('8584', $file, '501', ['code' => '#B#'], ['duplicate' => false])),
        'chat upload' => seen(static fn () => $client->sendUpload('', $file, $template, ['body' => $values], ['kind' => 'chat', 'dry_run' => true])),
        'file' => seen(static fn () => strtok($client->download('/v1/exports/messages', ['kind' => 'sms']), "\n")),
        'away once' => seen(static fn () => (new Client('http://127.0.0.1:1', $key, $options))->call('POST', '/v1/webhooks/1/rotate-secret')),
        'unknown' => seen(static fn () => $client->call('GET', '/v1/messages/1')),
        'batches' => seen(static fn () => iterator_to_array($client->items('/v1/batches', ['limit' => 1]), false)),
        'busy' => seen(static fn () => (new Client($busy, $key, $options))->balance()),
        'away' => seen(static fn () => (new Client('http://127.0.0.1:1', $key, $options))->balance()),
        'pauses' => $pauses,
    ];
}
unlink($file);
$given = json_decode($webhook, true);
$headers = $given['headers'];
$verify = static fn (string $body, array $headers) => seen(
    static fn () => Webhook::verify($body, $headers, ['whsec_YWJj', $given['secret']], 300, $given['now'])
);
$server = [];
foreach ($headers as $name => $value) {
    $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
}
echo json_encode([
    'runs' => $all,
    'webhooks' => [
        'right' => $verify($given['body'], $headers),
        'server' => $verify($given['body'], $server),
        'altered' => $verify($given['body'] . ' ', $headers),
        'old' => $verify($given['body'], ['webhook-timestamp' => (string) ($given['now'] - 301)] + $headers),
        'unsigned' => $verify($given['body'], []),
    ],
]);
