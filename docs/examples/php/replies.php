<?php
// Prints all replies from phones, the newest first.
$cursor = null;
do {
    $query = http_build_query(['limit' => 50, 'cursor' => $cursor]);
    $curl = curl_init(getenv('PAIGHAM_URL') . "/v1/replies?$query");
    curl_setopt_array($curl, [
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('PAIGHAM_KEY')],
        CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30,
    ]);
    $page = json_decode((string) curl_exec($curl), true);
    if (!isset($page['data'])) {
        fwrite(STDERR, 'failed: ' . ($page['detail'] ?? curl_error($curl)) . "\n");
        exit(1);
    }
    foreach ($page['data'] as $reply) {
        echo "{$reply['from']}: {$reply['text']}\n";
    }
    $cursor = $page['next_cursor'];
} while ($cursor !== null);
