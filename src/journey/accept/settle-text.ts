import { countParts, firstNonGsmCharacter, toGsmLookalikes } from '@paigham/sms-text';
import type { Account } from '../../domain/account/account.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { TextAlphabet } from '../../domain/message/message.ts';
import { REFERENCE_BITS, type SenderRoute } from '../../domain/sender/sender.ts';

/** The exact text that goes out, with its count of parts and its charge. */
export type SettledText = {
  readonly text: string;
  readonly alphabet: TextAlphabet;
  readonly parts: number;
};

/**
 * Settles a rendered text (contract section 5): adds the demo text for unverified accounts and
 * makes every line end an LF. A text that fits GSM stays GSM. Otherwise it becomes UCS-2 with
 * `unicode`, gets look-alikes where the account has them, or is refused, naming the character.
 */
export function settleText(
  rendered: string,
  settings: {
    readonly account: Account;
    readonly senderRoute: SenderRoute;
    readonly unicode: boolean;
    readonly demoText: string;
  },
): SettledText | Refusal {
  const { account, senderRoute, unicode, demoText } = settings;
  const whole = account.verified ? rendered : rendered + demoText;
  const lines = whole.includes('\r') ? whole.replaceAll(/\r\n?/g, '\n') : whole;
  const text = unicode || !account.lookalikes ? lines : toGsmLookalikes(lines);
  const { alphabet, parts } = countParts(text, REFERENCE_BITS[senderRoute]);
  if (alphabet === 'ucs2' && !unicode) return needsUnicode(text, lines);
  if (parts > limit('partsPerMessage')) {
    return refuse('text_too_long', {
      parts: String(parts),
      most: String(limit('partsPerMessage')),
    });
  }
  return { text, alphabet, parts };
}

/**
 * Names the first character outside GSM, at the caller's position: look-alikes may have moved it.
 */
function needsUnicode(text: string, asWritten: string): Refusal {
  const found = firstNonGsmCharacter(text);
  if (found === undefined) throw new Error('a text outside GSM has a character outside GSM');
  return refuse('needs_unicode', {
    character: { quote: found.character, instead: 'the character' },
    position: String(asWritten.indexOf(found.character) + 1),
  });
}
