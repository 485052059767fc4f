import { encodeGsm7, encodeUcs2, splitText } from '@paigham/sms-text';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import { referenceOf } from '../../domain/message/message.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { REFERENCE_BITS } from '../../domain/sender/sender.ts';

/** What a carrier takes at once, and which parts of the message it is: numbers from 1. */
export type CutPart = {
  readonly parts: readonly number[];
  readonly carried: Omit<CarrierPart, 'key'>;
};

/**
 * The parts of a message that are still to be sent, cut as they were counted when they were
 * charged. undefined when the cut gives another number of parts: what was not charged is not sent.
 * For a link that takes texts whole it is one piece for all of them, unless some were taken before:
 * nothing is sent twice.
 */
export function cutParts(message: Outgoing, takesWhole: boolean): readonly CutPart[] | undefined {
  const { alphabet, parts, sender, messageId, partsTaken, text } = message;
  const referenceBits = REFERENCE_BITS[sender.route];
  const bodies = splitText(text, alphabet, referenceBits);
  if (bodies.length !== parts) return undefined;
  const carry = (
    part: number,
    body: Uint8Array,
    segment: CarrierPart['segment'],
  ): CutPart['carried'] => ({
    messageId,
    attempt: message.attempt,
    source: sender.name,
    sourceKind: /^\d+$/.test(sender.name) ? 'short_code' : 'alphanumeric',
    destination: message.recipient,
    alphabet,
    body,
    segment,
    priority: message.priority,
    expiresAtMs: message.expiresAtMs,
    reference: referenceOf({ messageId, attempt: message.attempt, part }),
  });
  if (takesWhole && parts > 1 && partsTaken.length === 0) {
    const whole = alphabet === 'gsm7' ? encodeGsm7(text) : encodeUcs2(text);
    return [{ parts: bodies.map((_, index) => index + 1), carried: carry(1, whole, undefined) }];
  }
  return bodies
    .map((body, index) => {
      const number = index + 1;
      const segment = { referenceBits, reference: messageId, count: parts, number };
      return { parts: [number], carried: carry(number, body, parts > 1 ? segment : undefined) };
    })
    .filter((cut) => cut.parts.every((part) => !partsTaken.includes(part)));
}
