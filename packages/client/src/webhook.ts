/** Webhook requests, signed by Standard Webhooks (https://www.standardwebhooks.com). */
import type { Event } from './generated/api.ts';
import { webCrypto, type WebCrypto } from './web-crypto.ts';

export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookOptions = {
  /** How old, or how far ahead, a request may be; 300 s by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; for tests. */
  readonly nowMs?: number;
};

/** The request is not from your service, was altered, or is too old: answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a request and returns its event; handle each `id` once. `body`: exactly as it came,
 * before anything parses it. `secrets`: one, or two during a rotation. Rejects with WebhookError.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<Event> {
  const { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() } = options;
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('a webhook header is missing');
  const seconds = Number(timestamp);
  if (!(Math.abs(nowMs / 1_000 - seconds) <= toleranceSeconds)) {
    throw new WebhookError('the webhook is too old, or from the future');
  }
  const { subtle } = await webCrypto();
  const signed = signedPart(id, timestamp, body);
  const given = signatures
    .split(' ')
    .filter((it) => it.startsWith('v1,'))
    .map((it) => bytesOf(it.slice('v1,'.length)));
  for (const secret of [secrets].flat()) {
    const key = await importKey(subtle, secret);
    for (const signature of given) {
      if (signature !== undefined && (await subtle.verify('HMAC', key, signature, signed))) {
        return readEvent(body, id);
      }
    }
  }
  throw new WebhookError('no signature of the webhook is right');
}

/** A request as the service posts it, for tests of your receiver. */
export async function signWebhook(
  event: Event,
  secret: string,
  nowMs: number = Date.now(),
): Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }> {
  const { subtle } = await webCrypto();
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const key = await importKey(subtle, secret);
  const octets = await subtle.sign('HMAC', key, signedPart(event.id, timestamp, body));
  const signature = btoa(String.fromCharCode(...new Uint8Array(octets)));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { body, headers };
}

function signedPart(id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${id}.${timestamp}.${body}`);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function importKey(
  subtle: WebCrypto['subtle'],
  secret: string,
): ReturnType<WebCrypto['subtle']['importKey']> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined) throw new TypeError('the secret is not in base64');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function readEvent(body: string, id: string): Event {
  return { ...(JSON.parse(body) as Event), id };
}
