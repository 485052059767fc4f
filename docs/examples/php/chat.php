<?php
// Sends an approved chat template with two values; each entry has a status of its own.
$values = [['type' => 'text', 'text' => 'Ali'], ['type' => 'text', 'text' => 'A-17']];
$curl = curl_init(getenv('PAIGHAM_URL') . '/api/send.php');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => http_build_query([
        'api_key' => getenv('PAIGHAM_KEY'), 'template_id' => getenv('CHAT_TEMPLATE'),
        'template_data' => json_encode([['mobile' => '923001234567', 'body' => $values]]),
        'idempotency_key' => 'order-' . getenv('ORDER') . '-chat',
    ]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 90,
]);
$answer = json_decode((string) curl_exec($curl), true);
if (!isset($answer['results'])) {
    fwrite(STDERR, 'no answer: ' . curl_error($curl) . "\n");
    exit(1);
}
foreach ($answer['results'] as $entry) {
    echo $entry['mobile'] ?? 'all', ': ', $entry['status'] === 'OK' ? $entry['id'] : $entry['error'], "\n";
}
exit($answer['success'] === 'true' ? 0 : 1);
