/**
 * Secrets at rest. The master key opens nothing by itself: one key is derived from it for sealing
 * (AES-256-GCM) and one for hashing (HMAC-SHA-256), so that neither use can weaken the other.
 *
 * A sealed secret is bound to a purpose ("api key of account 1001"): copied into another row of
 * the database it does not open. A keyed hash finds an API key without storing it; whoever reads
 * the database alone can neither open a seal nor try keys against the hashes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { Random } from './random.ts';

export type Seal = {
  /** Encrypts `secret` for `purpose`. */
  seal(secret: string, purpose: string): Buffer;
  /** The secret; undefined when the master key or the purpose is another, or octets changed. */
  open(sealed: Uint8Array, purpose: string): string | undefined;
  /** The keyed hash of a secret that is long and random by itself: 64 hexadecimal digits. */
  hash(secret: string): string;
};

/** What secrets are sealed for. Whoever opens one must name the same. */
export const SEAL_PURPOSES = {
  apiKey: (accountId: number): string => `api key of account ${accountId}`,
  linkPassword: (linkName: string): string => `password of link ${linkName}`,
  chatToken: (platformId: string): string => `token of chat business ${platformId}`,
  chatAppSecret: (platformId: string): string => `app secret of chat business ${platformId}`,
  chatVerifyToken: (platformId: string): string => `verify token of chat business ${platformId}`,
} as const;

/** First octet of every sealed secret, so that another form can be told apart one day. */
const FORM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;

/** @param masterKey 32 random bytes (kit/master-key). */
export function createSeal(masterKey: Uint8Array, random: Random): Seal {
  const sealingKey = derive(masterKey, 'paigham sealing 1');
  const hashingKey = derive(masterKey, 'paigham hashing 1');
  return {
    seal(secret, purpose) {
      const iv = random.randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv);
      cipher.setAAD(Buffer.from(purpose, 'utf8'));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(FORM), iv, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      if (sealed.length < HEAD_BYTES || sealed[0] !== FORM) return undefined;
      const decipher = createDecipheriv(
        'aes-256-gcm',
        sealingKey,
        sealed.subarray(1, 1 + IV_BYTES),
      );
      decipher.setAAD(Buffer.from(purpose, 'utf8'));
      decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, HEAD_BYTES));
      const start = decipher.update(sealed.subarray(HEAD_BYTES));
      try {
        return Buffer.concat([start, decipher.final()]).toString('utf8');
      } catch (error) {
        // It rejects a tag that does not fit, and nothing else.
        if (error instanceof Error) return undefined;
        throw error;
      }
    },
    hash: (secret) => createHmac('sha256', hashingKey).update(secret).digest('hex'),
  };
}

function derive(masterKey: Uint8Array, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', use, 32)));
}
