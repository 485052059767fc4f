/** How messages are named, and what is said about those that wait. */
import { readUserId, type ChatUserId } from '../../domain/chat/user-id.ts';
import {
  readNumberPart,
  readRecipients,
  type NumberPart,
} from '../../domain/recipient/recipient.ts';
import { failureOf, FAILURES, type FailureReason } from '../../domain/failure/failure.ts';
import type { MessageLife } from '../../domain/message/life.ts';
import { MESSAGE_STATES, REPORT_WORDS, type MessageState } from '../../domain/message/message.ts';
import { isPutOff } from '../../domain/message/hold.ts';
import { HELD, SCHEDULED } from '../../domain/policy/hours.ts';
import { isUnusable, type LinkHealth } from '../../domain/routing/routing.ts';
import { Type } from '../../kit/shape.ts';
import { idOfUuid, uuidOf } from '../../kit/uuid-ids.ts';
import { oneOf, type Kind } from '../../operations/fields.ts';
import { showTime } from '../../operations/show.ts';

/** The id as a send returns it: a UUID for a chat message. */
export function showMessageId(id: number, isChat: boolean): string {
  return isChat ? uuidOf(id) : String(id);
}

/** Decimal digits or a UUID. */
export const messageId: Kind<number> = {
  word: 'ID',
  schema: Type.String(),
  must: 'must be an id as a send returns it: digits, or a UUID',
  read: (given) => idOfUuid(given) ?? (/^\d{1,15}$/.test(given) ? Number(given) : undefined),
};

const STATES = Object.keys(MESSAGE_STATES) as MessageState[];
export const STATE_WORDS = STATES.map(wordOf);

export function wordOf(state: MessageState): string {
  return REPORT_WORDS[state].toLowerCase();
}

export const messageState: Kind<MessageState> = {
  ...oneOf('STATE', STATES),
  schema: Type.Enum([...STATE_WORDS]),
  must: `must be one of ${STATE_WORDS.join(', ')}`,
  read: (given) => STATES.find((it) => wordOf(it) === given.toLowerCase()),
};

/** Why a waiting message does not leave, and when it will. */
export function whyItWaits(
  life: MessageLife,
  nowMs: number,
  health: LinkHealth | undefined,
): string {
  const { queued, chat, isUnfed } = life;
  if (queued === undefined) {
    if (chat?.lostAtMs !== undefined) return lostWords(chat.waitUntilMs);
    if (isUnfed) return 'its batch enters the queue piece by piece, and it is not its turn yet';
    return 'it is in no queue: see "paigham doctor"';
  }
  const { attempt, dueAtMs, isEnabled, link, lostUntilMs, node } = queued;
  if (node !== undefined) return `node ${node} is submitting it, attempt ${attempt}`;
  if (lostUntilMs !== undefined) return lostWords(lostUntilMs);
  if (isPutOff(dueAtMs)) return 'its batch is paused';
  if (life.reason === SCHEDULED && dueAtMs > nowMs) {
    return `it is scheduled for ${showTime(dueAtMs)}`;
  }
  if (life.reason === HELD && dueAtMs > nowMs) {
    return `its promotional hours begin at ${showTime(dueAtMs)}`;
  }
  if (link === undefined) return 'no route leads to its operator any more';
  if (!isEnabled) return `link ${link} is disabled`;
  if (health === undefined) return `no node has opened link ${link} yet`;
  if (isUnusable(health)) {
    const state = health.state === 'down' ? 'is down' : 'needs attention';
    const words = health.words === undefined ? '' : `: ${health.words}`;
    return `link ${link} ${state} since ${showTime(health.sinceMs)}${words}`;
  }
  const after = life.reason === undefined ? '' : `, after: ${explainReason(life.reason)}`;
  if (dueAtMs > nowMs) return `it is tried again at ${showTime(dueAtMs)}${after}`;
  return `it is in the queue of link ${link}${after}`;
}

function lostWords(untilMs: number | undefined): string {
  const until = untilMs === undefined ? '' : ` until ${showTime(untilMs)}`;
  return `its last attempt is unconfirmed: no answer came; a receipt may settle it${until}`;
}

/** The sentence for a stored reason, if the catalogue has one. */
export function explainReason(stored: string): string {
  return Object.hasOwn(FAILURES, stored) ? failureOf(stored as FailureReason).sentence : stored;
}

/** Whose messages are searched: one number's, a chat user's, those of numbers with some digits. */
export type Sought = {
  readonly recipient?: string;
  readonly numberPart?: NumberPart;
  readonly userId?: ChatUserId;
};

export const number: Kind<Sought> = {
  word: 'NUMBER',
  schema: Type.String(),
  must:
    'must be a phone number, such as 923001234567, at least 3 digits of one, or the id of a ' +
    'chat user',
  read: readSought,
};

/** As people write numbers; a chat message may go abroad. undefined: fewer than three digits. */
export function readSought(given: string): Sought | undefined {
  const userId = readUserId(given);
  if (userId !== undefined) return { userId };
  const abroad = /^\+?([1-9]\d{10,14})$/.exec(given.trim())?.[1];
  const recipient = readRecipients(given).accepted[0] ?? abroad;
  if (recipient !== undefined) return { recipient };
  const numberPart = readNumberPart(given);
  return numberPart && { numberPart };
}

/** Some digits are in no index: what is searched by them has to be named otherwise. */
export const PART_NEEDS = 'is a part of a number: name the account, or since when, too';
