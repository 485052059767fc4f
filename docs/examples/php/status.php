<?php
// Waits until a message has its final state: php status.php 117378331489242
$body = http_build_query(['api_key' => getenv('PAIGHAM_KEY'), 'id' => $argv[1]]);
for ($try = 0; $try < 30; $try++) {
    $curl = curl_init(getenv('PAIGHAM_URL') . '/api/delivery.php');
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => $body, CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30,
    ]);
    $state = (string) curl_exec($curl);
    if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) !== 200) {
        fwrite(STDERR, "not found: $state\n");
        exit(1);
    }
    if (!in_array($state, ['PENDING', 'SENT'], true)) {
        echo $state, "\n";
        exit;
    }
    sleep(1);
}
echo "still $state\n";
