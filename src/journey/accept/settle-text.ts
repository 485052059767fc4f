import {
  composed,
  countParts,
  firstNonGsmCharacter,
  type NonGsmCharacter,
  toGsmLookalikes,
  withoutInvisible,
} from '@paigham/sms-text';
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
 * makes every line end an LF. A text that fits GSM stays GSM, without its invisible characters.
 * Otherwise it becomes UCS-2 with `unicode`, gets look-alikes where the account has them, or is
 * refused, naming the character.
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
  const text = firstNonGsmCharacter(lines) === undefined ? lines : fit(lines, { account, unicode });
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

/** A text with characters outside GSM: in GSM if nothing that is seen is lost, else as it goes. */
function fit(
  text: string,
  { account, unicode }: { readonly account: Account; readonly unicode: boolean },
): string {
  const whole = composed(text);
  const seen = withoutInvisible(whole);
  const plain = unicode || !account.lookalikes ? seen : toGsmLookalikes(seen);
  return unicode && firstNonGsmCharacter(plain) !== undefined ? whole : plain;
}

/**
 * Names the first character outside GSM, at the caller's position: look-alikes may have moved it.
 */
function needsUnicode(text: string, asWritten: string): Refusal {
  const found = firstNonGsmCharacter(text);
  if (found === undefined) throw new Error('a text outside GSM has only characters of GSM');
  return refuse('needs_unicode', {
    character: { quote: found.character, instead: 'the character' },
    position: String(positionOf(found, asWritten) + 1),
  });
}

/** Where a character is in what the caller wrote, or in the composed text if it was none there. */
function positionOf({ character, index }: NonGsmCharacter, asWritten: string): number {
  const at = asWritten.indexOf(character);
  return at < 0 ? index : at;
}
