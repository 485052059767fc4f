<?php
// Sends a code, and says whether it was accepted.
$curl = curl_init(getenv('PAIGHAM_URL') . '/api/sms.php');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => http_build_query([
        'api_key' => getenv('PAIGHAM_KEY'), 'sender' => '8584', 'mobile' => '923001234567',
        'template_id' => 501, 'message' => json_encode(['code' => '4821']),
        'idempotency_key' => 'order-' . getenv('ORDER') . '-code',
    ]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$answer = curl_exec($curl);
if ($answer === false) {
    // Nobody knows whether it arrived: retry it with the same idempotency key.
    fwrite(STDERR, 'no answer: ' . curl_error($curl) . "\n");
    exit(1);
}
if (strpos($answer, 'OK ID:') !== 0) {
    fwrite(STDERR, "not accepted: $answer\n");
    exit(1);
}
echo 'accepted as ', substr($answer, strlen('OK ID:')), "\n";
