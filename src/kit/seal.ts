/**
 * Secrets at rest. The master key opens nothing by itself: one key is derived from it for sealing
 * (AES-256-GCM) and one for hashing (HMAC-SHA-256), so that neither use can weaken the other.
 *
 * A sealed secret is bound to a purpose ("api key of account 1001"): copied into another row of
 * the database it does not decrypt. A keyed hash finds an API key without storing it; whoever reads
 * only the database can neither decrypt secrets nor test keys against the hashes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { hmacUnder } from './digest.ts';
import type { MasterKeys } from './master-key.ts';
import type { Random } from '@paigham/base/random.ts';

export type Seal = {
  seal(secret: string, purpose: string): Buffer;
  /** The secret; undefined if the master key or the purpose differs, or octets were altered. */
  open(sealed: Uint8Array, purpose: string): string | undefined;
  /** The same for octets, such as a file. */
  sealOctets(octets: Uint8Array, purpose: string): Buffer;
  openOctets(sealed: Uint8Array, purpose: string): Buffer | undefined;
  /**
   * The same secret under the first master key: `sealed` itself if it is sealed so, undefined if
   * no key opens it.
   */
  reseal<Sealed extends Uint8Array>(sealed: Sealed, purpose: string): Sealed | Buffer | undefined;
  /** The keyed hash of a secret that is itself long and random: 64 hexadecimal digits. */
  hash(secret: string): string;
};

/** What secrets are sealed for. Opening one requires the same purpose. */
export const SEAL_PURPOSES = {
  apiKey: (accountId: number): string => `api key of account ${accountId}`,
  totp: (userId: number): string => `authenticator of user ${userId}`,
  ownPhone: (userId: number): string => `phone that user ${userId} confirms`,
  joinForm: (formId: number): string => `number that joins by form ${formId}`,
  mail: (mailId: number): string => `mail ${mailId}`,
  linkPassword: (linkName: string): string => `password of link ${linkName}`,
  webhookSecret: (webhookId: number): string => `secret of webhook ${webhookId}`,
  chatToken: (platformId: string): string => `token of chat business ${platformId}`,
  chatAppSecret: (platformId: string): string => `app secret of chat business ${platformId}`,
  chatVerifyToken: (platformId: string): string => `verify token of chat business ${platformId}`,
  signup: (accountId: number, id: number): string => `signup ${id} of account ${accountId}`,
  document: (of: {
    readonly accountId: number;
    readonly kind: string;
    readonly id: number;
  }): string => `document ${of.kind} ${of.id} of account ${of.accountId}`,
  slip: (accountId: number, id: number): string => `bank slip ${id} of account ${accountId}`,
  card: (accountId: number): string => `kept card of account ${accountId}`,
  hashingKey: 'hashing key',
  taxNumber: (accountId: number, id: number): string => `tax number ${id} of account ${accountId}`,
  invoiceTaxNumber: (accountId: number, invoice: string): string =>
    `tax number on ${invoice} of account ${accountId}`,
} as const;

/** First octet of every sealed secret, so that a future format can be told apart. */
const FORM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;

/**
 * Seals with the first of the master keys (kit/master-key), and opens with any of them. Hashes with
 * `hashingKey`, by default with what is derived from the first.
 */
export function createSeal(
  [first, ...others]: MasterKeys,
  random: Random,
  hashingKey: Uint8Array = hashingKeyOf(first),
): Seal {
  const sealingKey = derive(first, 'paigham sealing 1');
  const otherKeys = others.map((it) => derive(it, 'paigham sealing 1'));
  const sealOctets = (octets: Uint8Array, purpose: string): Buffer => {
    const iv = random.randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealingKey, iv);
    cipher.setAAD(Buffer.from(purpose, 'utf8'));
    const body = Buffer.concat([cipher.update(octets), cipher.final()]);
    return Buffer.concat([Buffer.of(FORM), iv, cipher.getAuthTag(), body]);
  };
  const openOther = (sealed: Uint8Array, purpose: string): Buffer | undefined => {
    for (const key of otherKeys) {
      const octets = openUnder(key, sealed, purpose);
      if (octets !== undefined) return octets;
    }
    return undefined;
  };
  const openOctets = (sealed: Uint8Array, purpose: string): Buffer | undefined =>
    openUnder(sealingKey, sealed, purpose) ?? openOther(sealed, purpose);
  return {
    seal: (secret, purpose) => sealOctets(Buffer.from(secret, 'utf8'), purpose),
    open: (sealed, purpose) => openOctets(sealed, purpose)?.toString('utf8'),
    sealOctets,
    openOctets,
    reseal(sealed, purpose) {
      if (openUnder(sealingKey, sealed, purpose) !== undefined) return sealed;
      const octets = openOther(sealed, purpose);
      return octets && sealOctets(octets, purpose);
    },
    hash: hmacUnder(hashingKey),
  };
}

/** The key that hashes as long as none is kept in the database. */
export function hashingKeyOf(masterKey: Uint8Array): Buffer {
  return derive(masterKey, 'paigham hashing 1').export();
}

function openUnder(key: KeyObject, sealed: Uint8Array, purpose: string): Buffer | undefined {
  if (sealed.length < HEAD_BYTES || sealed[0] !== FORM) return undefined;
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAAD(Buffer.from(purpose, 'utf8'));
  decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, HEAD_BYTES));
  const start = decipher.update(sealed.subarray(HEAD_BYTES));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch (error) {
    // It rejects a tag that does not match, and nothing else.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function derive(masterKey: Uint8Array, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', use, 32)));
}
