/**
 * What staff configure for one sending number of the chat platform. It is a link like one to an
 * operator, and its table of fields has the same readers: stored JSON, the command line, `/v1`.
 *
 * Tokens and secrets are not here: they belong to the business account and are sealed beside it.
 */
import { limit } from '../limits.ts';
import {
  checkFields,
  type ConfigOf,
  type FieldsCheck,
  type GivenLinkConfig,
  type LinkField,
} from './link-field.ts';

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
    help: 'maximum messages per second; the platform allows 80 per number, incoming ones included',
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
    help: 'maximum unanswered requests to the platform',
  },
  answerTimeoutMs: {
    kind: 'whole',
    least: 100,
    most: 600_000,
    fallback: 30_000,
    help: 'timeout of a request; after it the attempt is ambiguous',
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
    help: 'free form outside the 24 hours: refused here, or left to the platform',
  },
  messagingAccount: {
    kind: 'digits',
    least: 0,
    most: 25,
    fallback: '',
    help: 'the platform’s id of the account that pays, where partners share the number',
  },
} as const satisfies Record<string, LinkField>;

export type ChatLinkConfig = ConfigOf<typeof CHAT_LINK_FIELDS>;

/**
 * Checks the given fields and adds defaults for the others. The first fault wins, in table order.
 */
export function checkChatLinkConfig(given: GivenLinkConfig): FieldsCheck<ChatLinkConfig> {
  return checkFields(CHAT_LINK_FIELDS, given);
}
