<?php
/**
 * Sends SMS and chat messages through Paigham, reads reports and replies, verifies webhooks. One
 * file for PHP 7.4 and newer: copy it into your project. Requires ext-json, and ext-curl or
 * allow_url_fopen.
 */

declare(strict_types=1);

namespace Paigham;

/** A failed request. The message is the service's sentence, for people. */
class PaighamException extends \RuntimeException
{
    /** A reason listed at /docs/errors, such as credit_insufficient; '' from a form interface. */
    public string $reason;
    /** A code of the form interfaces, such as 8 for insufficient credit; '' from /v1. */
    public string $formCode;
    /** The HTTP status; 0 if there was no answer and the outcome is unknown. */
    public int $status;
    public ?int $retryAfterSeconds;
    /** The invalid fields, each with pointer and detail. */
    public array $errors;

    public function __construct(string $message, int $status = 0, array $facts = [])
    {
        parent::__construct($message, $status);
        $this->status = $status;
        $this->reason = $facts['reason'] ?? '';
        $this->formCode = $facts['formCode'] ?? '';
        $this->retryAfterSeconds = $facts['retryAfterSeconds'] ?? null;
        $this->errors = $facts['errors'] ?? [];
    }

    /** Whether the same request may succeed later. */
    public function mayPass(): bool
    {
        return $this->status === 0 || $this->status === 429 || $this->status >= 500
            || $this->retryAfterSeconds !== null;
    }
}

class Client
{
    private const FIRST_PAUSE_MS = 500;
    private const LONGEST_PAUSE_MS = 30000;
    /** POSTs that take no idempotency key, and do something each time. */
    private const NOT_REPEATABLE = '~/(rotate-secret|test|redeliver)$~';

    private string $baseUrl;
    private string $key;
    private int $timeoutSeconds;
    private int $tries;
    private bool $curl;
    /** @var callable(int): void */
    private $sleep;

    /**
     * @param array $options timeoutSeconds (30; files need 120), tries (4), curl (false: streams),
     *   sleep (a function of milliseconds; for tests)
     */
    public function __construct(string $baseUrl, string $key, array $options = [])
    {
        if (!preg_match('~^https?://~', $baseUrl)) {
            throw new \InvalidArgumentException('baseUrl must be an http(s) address');
        }
        if ($key === '') {
            throw new \InvalidArgumentException('key is empty');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->key = $key;
        $this->timeoutSeconds = $options['timeoutSeconds'] ?? 30;
        $this->tries = $options['tries'] ?? 4;
        $this->curl = $options['curl'] ?? function_exists('curl_init');
        $this->sleep = $options['sleep'] ?? static function (int $ms): void {
            usleep($ms * 1000);
        };
    }

    /**
     * Sends one text to one number or many.
     *
     * @param string|string[] $to as people write numbers
     * @param array $values a value for each template variable
     * @param array $options type, network, ported, dry_run; idempotency_key: your own id for this
     *   message; a new one by default
     * @return array id, totalprice, totalgsm (parts), remaincredit, results
     */
    public function sendSms(string $sender, $to, string $templateId, array $values, array $options = []): array
    {
        return $this->form('/api/sms.php', $this->repeatable($options) + [
            'sender' => $sender,
            'mobile' => is_array($to) ? implode(',', $to) : $to,
            'template_id' => $templateId,
            'message' => self::encode((object) $values),
        ]);
    }

    /** Sends each row of a file behind a public link a text of its own; '#B#' is column B. */
    public function sendFile(string $sender, string $url, string $templateId, array $values, array $options = []): array
    {
        return $this->form('/api/personalised.php', $this->repeatable($options) + [
            'sender' => $sender,
            'url' => $url,
            'template_id' => $templateId,
            'message' => self::encode((object) $values),
        ]);
    }

    /**
     * Sends an approved chat template to each entry. Check the status of each result: OK, or a code
     * with an error.
     */
    public function sendChatTemplate(string $templateId, array $entries, array $options = []): array
    {
        return $this->form('/api/send.php', $this->repeatable($options) + [
            'template_id' => $templateId,
            'template_data' => self::encode(array_values($entries)),
        ]);
    }

    /** Sends free form, within 24 hours of the person's last message. */
    public function sendChatFreeForm(array $entries, array $options = []): array
    {
        $data = self::encode(array_values($entries));
        return $this->form('/api/send.php', $this->repeatable($options) + ['free_form' => $data]);
    }

    /** What became of a send or of one of its messages: delivery, counts, results. */
    public function report(string $id): array
    {
        return $this->form('/api/delivery.php', ['id' => $id]);
    }

    /** Rupees, such as 9995.20. */
    public function balance(): string
    {
        return (string) ($this->form('/api/balance.php', [])['balance'] ?? '');
    }

    /**
     * Calls /v1. A POST is retried with one idempotency key: $idempotencyKey, or a new one.
     *
     * @return array the answer; empty for 204
     */
    public function call(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null
    ): array {
        $headers = ['Authorization: Bearer ' . $this->key];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        if ($method === 'POST') {
            $headers[] = 'Idempotency-Key: ' . ($idempotencyKey ?? self::newKey());
        }
        $payload = $body === null ? null : self::encode((object) $body);
        return $this->send($method, self::address($path, $query), $headers, $payload);
    }

    /**
     * Sends a text of its own to each row of a file of this machine; '#B#' is column B. The file is
     * read into memory.
     *
     * @param array $values of chat messages their content: ['body' => [['type' => 'text', 'text' => '#B#']]]
     * @param array $options kind ('chat'), spread, name, send_at, duplicate, ported, network, type, dry_run, async; idempotency_key
     * @return array the batch: id, recipients, price
     */
    public function sendUpload(string $sender, string $file, string $templateId, array $values, array $options = []): array
    {
        $content = @file_get_contents($file);
        if ($content === false) {
            throw new \InvalidArgumentException("$file cannot be read");
        }
        $key = $options['idempotency_key'] ?? self::newKey();
        unset($options['idempotency_key']);
        $says = ($options['kind'] ?? 'sms') === 'chat' ? 'content' : 'message';
        $fields = ['sender' => $sender, 'template_id' => $templateId, $says => self::encode((object) $values)];
        $boundary = self::newKey();
        $body = '';
        foreach (array_map([self::class, 'word'], $fields + $options) as $name => $value) {
            $body .= "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"\r\n\r\n$value\r\n";
        }
        $name = preg_replace('/[\x00-\x1f"\\\\]/', '_', basename($file));
        $body .= "--$boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"$name\"\r\n"
            . "Content-Type: application/octet-stream\r\n\r\n$content\r\n--$boundary--\r\n";
        $headers = [
            'Authorization: Bearer ' . $this->key,
            "Idempotency-Key: $key",
            "Content-Type: multipart/form-data; boundary=$boundary",
        ];
        return $this->send('POST', '/v1/batches', $headers, $body);
    }

    /** A file of /v1 as text, such as the CSV of /v1/exports/messages. */
    public function download(string $path, array $query = []): string
    {
        $headers = ['Authorization: Bearer ' . $this->key];
        return $this->send('GET', self::address($path, $query), $headers, null, true)['text'];
    }

    /** All items of a list of /v1, page after page. */
    public function items(string $path, array $query = []): \Generator
    {
        do {
            $page = $this->call('GET', $path, $query);
            foreach ($page['data'] ?? [] as $item) {
                yield $item;
            }
            $query['cursor'] = $page['next_cursor'] ?? null;
        } while ($query['cursor'] !== null);
    }

    private function form(string $path, array $fields): array
    {
        $body = http_build_query(['api_key' => $this->key, 'format' => 'json'] + $fields);
        return $this->send('POST', $path, ['Content-Type: application/x-www-form-urlencoded'], $body);
    }

    private function repeatable(array $options): array
    {
        return empty($options['dry_run']) ? $options + ['idempotency_key' => self::newKey()] : $options;
    }

    /** Retries what may succeed later, after Retry-After or twice as long each time. */
    private function send(string $method, string $path, array $headers, ?string $body, bool $isFile = false): array
    {
        for ($tried = 1; ; $tried += 1) {
            try {
                return $this->sendOnce($method, $path, $headers, $body, $isFile);
            } catch (PaighamException $error) {
                $pauseMs = $error->retryAfterSeconds !== null
                    ? $error->retryAfterSeconds * 1000
                    : intdiv(self::FIRST_PAUSE_MS * 2 ** ($tried - 1) * random_int(50, 100), 100);
                $isSafe = $error->retryAfterSeconds !== null || !preg_match(self::NOT_REPEATABLE, $path);
                $mayPass = $isSafe && $error->mayPass();
                if ($tried >= $this->tries || !$mayPass || $pauseMs > self::LONGEST_PAUSE_MS) {
                    throw $error;
                }
                ($this->sleep)($pauseMs);
            }
        }
    }

    private function sendOnce(string $method, string $path, array $headers, ?string $body, bool $isFile): array
    {
        $url = $this->baseUrl . $path;
        [$status, $retryAfter, $text] = $this->curl
            ? $this->byCurl($method, $url, $headers, $body)
            : $this->byStream($method, $url, $headers, $body);
        if ($isFile && $status >= 200 && $status < 300) {
            return ['text' => $text];
        }
        $answer = json_decode($text, true);
        $isDone = $status >= 200 && $status < 300 && (is_array($answer) || $text === '');
        // The form interfaces refuse with status 200 if the account asked for that.
        $isRefused = is_array($answer) && ($answer['success'] ?? null) === 'false';
        // Entries of a chat send may fail individually: each has its own status.
        if (($isDone && !$isRefused) || ($isRefused && isset($answer['results'][0]['mobile']))) {
            return $answer ?? [];
        }
        $facts = ['retryAfterSeconds' => ctype_digit($retryAfter) ? (int) $retryAfter : null];
        if (isset($answer['code'], $answer['detail'])) {
            $facts += ['reason' => $answer['code'], 'errors' => $answer['errors'] ?? []];
            throw new PaighamException($answer['detail'], $status, $facts);
        }
        $entry = $answer['results'][0] ?? [];
        $sentence = $answer['error'] ?? $entry['error'] ?? "it answers $status, and not as Paigham does";
        $facts['formCode'] = (string) ($answer['status'] ?? $entry['status'] ?? '');
        throw new PaighamException($sentence, $facts['formCode'] === '' ? 0 : $status, $facts);
    }

    /** @return array{int, string, string} status, Retry-After, body */
    private function byCurl(string $method, string $url, array $headers, ?string $body): array
    {
        $retryAfter = '';
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            // Expect: 100-continue would cost a second.
            CURLOPT_HTTPHEADER => array_merge($headers, ['Expect:']),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT => $this->timeoutSeconds,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$retryAfter): int {
                if (stripos($line, 'retry-after:') === 0) {
                    $retryAfter = trim(substr($line, strlen('retry-after:')));
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        $text = curl_exec($curl);
        if ($text === false) {
            throw new PaighamException('no answer: ' . curl_error($curl));
        }
        return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $retryAfter, $text];
    }

    /** @return array{int, string, string} status, Retry-After, body */
    private function byStream(string $method, string $url, array $headers, ?string $body): array
    {
        $http = [
            'method' => $method,
            'header' => implode("\r\n", array_merge($headers, ['Connection: close'])),
            'timeout' => $this->timeoutSeconds,
            'ignore_errors' => true,
            'follow_location' => 0,
            'content' => $body ?? '',
        ];
        $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
        $text = $stream === false ? false : stream_get_contents($stream);
        if ($stream === false || $text === false || stream_get_meta_data($stream)['timed_out']) {
            throw new PaighamException('no answer: ' . (error_get_last()['message'] ?? 'too slow'));
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'];
        $status = (int) (explode(' ', $lines[0])[1] ?? 0);
        $retryAfter = '';
        foreach ($lines as $line) {
            if (stripos($line, 'retry-after:') === 0) {
                $retryAfter = trim(substr($line, strlen('retry-after:')));
            }
        }
        return [$status, $retryAfter, $text];
    }

    private static function address(string $path, array $query): string
    {
        return $query === [] ? $path : $path . '?' . http_build_query(array_map([self::class, 'word'], $query));
    }

    /** @param mixed $value */
    private static function word($value): string
    {
        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }

    private static function newKey(): string
    {
        return bin2hex(random_bytes(16));
    }

    /** @param array|object $value */
    private static function encode($value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    }
}

/** Webhook requests, signed by Standard Webhooks. */
class Webhook
{
    /**
     * Verifies a request and returns its event; the same id may arrive more than once.
     *
     * @param string $body file_get_contents('php://input'), before anything parses it
     * @param array $headers getallheaders(), or $_SERVER
     * @param string|string[] $secrets one, or two during a rotation
     * @return array id, type, timestamp, data
     * @throws \UnexpectedValueException answer 400 then, and do nothing else
     */
    public static function verify(
        string $body,
        array $headers,
        $secrets,
        int $toleranceSeconds = 300,
        ?int $now = null
    ): array {
        $known = [];
        foreach ($headers as $name => $value) {
            $known[str_replace(['http_', '_'], ['', '-'], strtolower((string) $name))] = $value;
        }
        $id = (string) ($known['webhook-id'] ?? '');
        $timestamp = (string) ($known['webhook-timestamp'] ?? '');
        $signatures = (string) ($known['webhook-signature'] ?? '');
        if ($id === '' || !ctype_digit($timestamp) || $signatures === '') {
            throw new \UnexpectedValueException('a webhook header is missing');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
            throw new \UnexpectedValueException('the webhook is too old, or from the future');
        }
        foreach ((array) $secrets as $secret) {
            $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
            $hash = hash_hmac('sha256', "$id.$timestamp.$body", (string) $key, true);
            $wanted = 'v1,' . base64_encode($hash);
            foreach (explode(' ', $signatures) as $given) {
                if ($key !== false && $key !== '' && hash_equals($wanted, $given)) {
                    return ['id' => $id] + json_decode($body, true, 64, JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new \UnexpectedValueException('no signature of the webhook is right');
    }
}
