<?php
// Sends a text of its own to each row of a file; column B holds the code.
file_put_contents('codes.csv', "Mobile,Code\n923001234567,4821\n923111234567,7733\n");
$curl = curl_init(getenv('PAIGHAM_URL') . '/v1/batches');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('PAIGHAM_KEY'), 'Idempotency-Key: order-' . getenv('ORDER') . '-codes',
    ],
    CURLOPT_POSTFIELDS => [
        'sender' => '8584', 'template_id' => '501', 'message' => '{"code":"#B#"}',
        'file' => new CURLFile('codes.csv'),
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 120,
]);
$answer = json_decode((string) curl_exec($curl), true);
if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) !== 201) {
    fwrite(STDERR, 'not accepted: ' . ($answer['detail'] ?? curl_error($curl)) . "\n");
    exit(1);
}
echo "batch {$answer['id']}: {$answer['recipients']} messages, {$answer['price']} PKR\n";
