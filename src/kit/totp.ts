/** Codes of authenticators: RFC 6238 as phones implement it (SHA-1, 6 digits, 30 seconds). */
import { Secret, TOTP } from 'otpauth';
import type { Random } from '@paigham/base/random.ts';

const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** Clocks of phones: one step before and after (RFC 6238, section 5.2). */
const WINDOW = 1;

/** A new secret in base32, as people type it into an authenticator. */
export function makeTotpSecret(random: Random): string {
  return new Secret({ buffer: toArrayBuffer(random.randomBytes(SECRET_BYTES)) }).base32;
}

/** `otpauth://totp/…`, shown as a QR code. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return totpOf(secret, { issuer, label }).toString();
}

/** The time step that a code is of, at `nowMs`; undefined: it is wrong. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}

/** The code of a moment: for tests, which have no phone. */
export function codeAt(secret: string, nowMs: number): string {
  return totpOf(secret).generate({ timestamp: nowMs });
}

function totpOf(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...named,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
