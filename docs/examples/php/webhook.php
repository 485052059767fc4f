<?php
// Receives events: verifies the signature, stores each event once, and answers at once.
function answer(int $status, string $why = ''): void
{
    http_response_code($status);
    exit($why);
}

$body = (string) file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$key = base64_decode(substr((string) getenv('WEBHOOK_SECRET'), strlen('whsec_')), true);
if ($key === false || $key === '') {
    answer(500, 'WEBHOOK_SECRET is missing');
}
$ours = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
$isTheirs = false;
// Two signatures during a rotation of the secret.
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
    $isTheirs = $isTheirs || hash_equals($ours, $given);
}
if (!$isTheirs || abs(time() - (int) $time) > 300) {
    answer(400, 'not signed by the service, or too old');
}

// An event may come more than once: like a row with a unique id, the file is only created once.
// It is renamed when it is complete: a program that reads the folder never sees half of it.
$file = getenv('INBOX') . "/$id.json";
$isKept = file_exists($file)
    || (@file_put_contents("$file.new", $body) === strlen($body) && rename("$file.new", $file));
if (!$isKept) {
    answer(500, 'it cannot be kept');
}
// The actual work is done later, by a program that reads the files.
answer(204);
