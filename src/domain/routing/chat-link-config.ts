/**
 * What staff say about one sending number of the chat platform. It is a link like one to an
 * operator, and the table of its fields is read by the same: stored JSON, the command line, `/v1`.
 *
 * Token and secrets are not here: they belong to the business account and are sealed beside it.
 */
import { limit } from '../limits.ts';
import {
  checkFields,
  type ConfigOf,
  type FieldsCheck,
  type GivenLinkConfig,
} from './check-fields.ts';
import type { LinkField } from './link-field.ts';

export const CHAT_LINK_FIELDS = {
  phoneNumberId: { kind: 'digits', least: 1, most: 25, help: 'the platform’s id of the number' },
  digits: {
    kind: 'digits',
    least: 5,
    most: 15,
    help: 'the number as people see it, with country code',
  },
  ratePerSecond: {
    kind: 'whole',
    least: 1,
    most: 1_000,
    fallback: 70,
    help: 'messages in any second; the platform allows 80 to a number, including incoming messages',
  },
  pairMs: {
    kind: 'whole',
    least: 0,
    most: 60_000,
    fallback: 6_000,
    help: 'pause between two messages to the same user, as the platform requires',
  },
  windowSubmits: {
    kind: 'whole',
    least: 1,
    most: limit('chatWindow'),
    fallback: 100,
    help: 'requests to the platform that may be unanswered at once',
  },
  answerTimeoutMs: {
    kind: 'whole',
    least: 100,
    most: 600_000,
    fallback: 30_000,
    help: 'wait for the answer to a request; after it the attempt is ambiguous',
  },
  reconcileWithinMs: {
    kind: 'whole',
    least: 1_000,
    most: 86_400_000,
    fallback: limit('chatReconcileMs'),
    help: 'how long a status may explain a lost answer; then UNKNOWN, released',
  },
  window: {
    kind: 'word',
    words: ['enforce', 'pass'],
    fallback: 'enforce',
    help: 'free form outside of the 24 hours: refused here, or left to the platform',
  },
} as const satisfies Record<string, LinkField>;

/** A complete, checked configuration: every field of CHAT_LINK_FIELDS with its value. */
export type ChatLinkConfig = ConfigOf<typeof CHAT_LINK_FIELDS>;

/** Checks given fields and adds the defaults of the others. The first fault wins, by the table. */
export function checkChatLinkConfig(given: GivenLinkConfig): FieldsCheck<ChatLinkConfig> {
  return checkFields(CHAT_LINK_FIELDS, given);
}
