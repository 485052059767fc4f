/** Standard Webhooks 1.0: secrets, and the headers by which a receiver knows who posts. */
import { createHmac } from 'node:crypto';
import type { Random } from '@paigham/base/random.ts';

const PREFIX = 'whsec_';
/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret as receivers are given it: `whsec_` and base64. */
export function newWebhookSecret(random: Random): string {
  return PREFIX + Buffer.from(random.randomBytes(SECRET_BYTES)).toString('base64');
}

/** The headers of a post: a signature by each secret, so that receivers can change from one. */
export function webhookHeaders(
  post: { readonly id: string; readonly atMs: number; readonly body: string },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const { id, atMs, body } = post;
  const seconds = String(Math.floor(atMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
