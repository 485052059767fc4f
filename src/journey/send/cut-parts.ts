import { concatenationHeader, splitText } from '@paigham/sms-text';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { priorityOf, REFERENCE_BITS } from '../../domain/sender/sender.ts';

/** A part of a message as a carrier takes it, and its number in the message, from 1. */
export type CutPart = { readonly part: number; readonly carried: Omit<CarrierPart, 'key'> };

/**
 * The parts of a message that are still to be sent, cut as they were counted when they were
 * charged. undefined when the cut gives another number of parts: what was not charged is not sent.
 */
export function cutParts(message: Outgoing): readonly CutPart[] | undefined {
  const { alphabet, parts, sender, messageId } = message;
  const bits = REFERENCE_BITS[sender.route];
  const bodies = splitText(message.text, alphabet, bits);
  if (bodies.length !== parts) return undefined;
  const header = (partNumber: number): Uint8Array =>
    concatenationHeader({
      referenceBits: bits,
      reference: messageId % 2 ** bits,
      partCount: parts,
      partNumber,
    });
  return bodies
    .map((body, index) => ({
      part: index + 1,
      carried: {
        source: sender.name,
        sourceKind: /^\d+$/.test(sender.name) ? ('short_code' as const) : ('alphanumeric' as const),
        destination: message.recipient,
        alphabet,
        body,
        header: parts > 1 ? header(index + 1) : undefined,
        priority: priorityOf(sender.route),
      },
    }))
    .filter(({ part }) => !message.partsTaken.includes(part));
}
