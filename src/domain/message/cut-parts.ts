import { encodeGsm7, encodeUcs2, splitText } from '@paigham/sms-text';
import type { CarrierPart } from '../carrier/carrier.ts';
import { referenceOf, type TextAlphabet } from './message.ts';
import type { Outgoing } from './outgoing.ts';
import { REFERENCE_BITS } from '../sender/sender.ts';

/** What a carrier takes at once, and which parts of the message it is: numbers from 1. */
export type CutPart = {
  readonly parts: readonly number[];
  readonly carried: Omit<CarrierPart, 'key'>;
};

/**
 * The parts of a message that are still to be sent, cut as they were counted when they were
 * charged. undefined when the cut gives another number of parts: what was not charged is not sent.
 * For a link that takes texts whole it is one piece for all of them, unless some were taken before:
 * nothing is sent twice. A chat message is one part: the JSON of its content.
 */
export function cutParts(message: Outgoing, takesWhole: boolean): readonly CutPart[] | undefined {
  const { alphabet, parts, text } = message;
  if (alphabet !== 'chat') return cutText(message, { alphabet, takesWhole });
  if (parts !== 1) return undefined;
  return [{ parts: [1], carried: carry(message, 1, Buffer.from(text, 'utf8')) }];
}

function cutText(
  message: Outgoing,
  { alphabet, takesWhole }: { readonly alphabet: TextAlphabet; readonly takesWhole: boolean },
): readonly CutPart[] | undefined {
  const { parts, sender, messageId, partsTaken, text } = message;
  const referenceBits = REFERENCE_BITS[sender.route];
  const bodies = splitText(text, alphabet, referenceBits);
  if (bodies.length !== parts) return undefined;
  if (takesWhole && parts > 1 && partsTaken.length === 0) {
    const whole = alphabet === 'gsm7' ? encodeGsm7(text) : encodeUcs2(text);
    return [{ parts: bodies.map((_, index) => index + 1), carried: carry(message, 1, whole) }];
  }
  return bodies
    .map((body, index) => {
      const number = index + 1;
      const carried = carry(message, number, body);
      const segment = { referenceBits, reference: messageId, count: parts, number };
      return { parts: [number], carried: parts > 1 ? { ...carried, segment } : carried };
    })
    .filter((cut) => cut.parts.every((part) => !partsTaken.includes(part)));
}

function carry(message: Outgoing, part: number, body: Uint8Array): CutPart['carried'] {
  const { messageId, attempt, sender, alphabet, priority, expiresAtMs } = message;
  return {
    messageId,
    attempt,
    source: sender.name,
    sourceKind: /^\d+$/.test(sender.name) ? 'short_code' : 'alphanumeric',
    destination: message.recipient,
    alphabet,
    body,
    segment: undefined,
    priority,
    expiresAtMs,
    reference: referenceOf({ messageId, attempt, part }),
  };
}
