import { decodeGsm7, decodeUcs2, encodeUcs2 } from '@paigham/sms-text';
import type { ReplyAlphabet } from '../../domain/reply/reply.ts';

/**
 * The text of a reply's octets; undefined when they cannot be read: an alphabet that is not known,
 * half a character, or a NUL, which no text of ours can hold. Nothing is guessed or replaced.
 */
export function decodeReply(alphabet: ReplyAlphabet, octets: Uint8Array): string | undefined {
  const text = decode(alphabet, octets);
  return text === undefined || text.includes('\0') ? undefined : text;
}

function decode(alphabet: ReplyAlphabet, octets: Uint8Array): string | undefined {
  switch (alphabet) {
    case 'gsm7':
      return octets.some((octet) => octet > 0x7f) ? undefined : decodeGsm7(octets);
    case 'latin1':
      return Buffer.from(octets).toString('latin1');
    case 'ucs2': {
      const text = decodeUcs2(octets);
      return Buffer.from(octets).equals(encodeUcs2(text)) ? text : undefined;
    }
    case 'binary':
      return undefined;
  }
}
