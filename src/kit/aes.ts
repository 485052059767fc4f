import { createCipheriv } from 'node:crypto';

/** What AES may have as a key, in octets. */
export const AES_KEY_BYTES: readonly number[] = [16, 24, 32];

/**
 * A text encrypted by AES in ECB mode, in base64: only where another party demands it.
 * @param key 16, 24 or 32 octets
 */
export function aesEcbBase64(key: string, text: string): string {
  const octets = Buffer.from(key);
  const cipher = createCipheriv(`aes-${octets.length * 8}-ecb`, octets, null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}
