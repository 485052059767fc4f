import type { AccountId, MessageId } from '../ids.ts';

/**
 * The states of a message and the only legal moves between them. States only move forward: a later
 * report that would move one back is kept as a receipt and changes nothing.
 */
export const MESSAGE_STATES = {
  waiting: 1,
  sent: 2,
  unknown: 3,
  delivered: 4,
  failed: 5,
  rejected: 6,
  expired: 7,
  /** Of what is told, never stored: a message that its account cancelled is stored as rejected. */
  cancelled: 9,
  /** Told, never stored: the chat platform has it and holds it back. It is stored as sent. */
  held: 10,
} as const;

/** The stored reason of what an account has cancelled. */
const CANCELLED = 'cancelled';

/** The stored reasons of what the chat platform has and holds back (decision 104). */
const PLATFORM_HOLDS = ['platform_holds', 'platform_holds_paused'] as const;
export type PlatformHold = (typeof PLATFORM_HOLDS)[number];

const HOLDS_SQL = PLATFORM_HOLDS.map((it) => `'${it}'`).join(', ');

/** SQL: whether the chat platform holds a message `m` back. */
export const IS_HELD_SQL = `(m.state = ${MESSAGE_STATES.sent} and m.reason in (${HOLDS_SQL}))`;

/** SQL: the number of the state that is told of a message `m`. */
export const TOLD_STATE_SQL = `case when m.state = ${MESSAGE_STATES.rejected}
    and m.reason = '${CANCELLED}' then ${MESSAGE_STATES.cancelled}
    when ${IS_HELD_SQL} then ${MESSAGE_STATES.held} else m.state end`;

/** Shown in place of a recipient who was forgotten on demand (decision 120). */
export const FORGOTTEN = 'forgotten';

/** Stored recipients from 0 to below this are such: nothing but the country is left of them. */
export const FORGOTTEN_BELOW = 1_000;

/**
 * SQL: the recipient of a message `m` as people may see it: digits, or the platform's id of a
 * chat user without a number, who has one of ours inside (decision 102).
 */
export const SHOWN_RECIPIENT_SQL = `case when m.recipient >= ${FORGOTTEN_BELOW}
    then m.recipient::text when m.recipient >= 0 then '${FORGOTTEN}' else (
    select p.user_id from chat_people p
    where p.account_id = m.account_id and p.id = m.recipient) end`;

export type MessageState = keyof typeof MESSAGE_STATES;

/** The word a delivery report uses for a state (contract section 7). */
export const REPORT_WORDS: Readonly<Record<MessageState, string>> = {
  waiting: 'PENDING',
  sent: 'SENT',
  unknown: 'UNKNOWN',
  delivered: 'DELIVERED',
  failed: 'FAILED',
  rejected: 'REJECTED',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
  held: 'HELD',
};

const MOVES: Readonly<Record<MessageState, readonly MessageState[]>> = {
  waiting: ['held', 'sent', 'unknown', 'delivered', 'failed', 'rejected', 'expired', 'cancelled'],
  held: ['sent', 'unknown', 'delivered', 'failed', 'rejected', 'expired'],
  sent: ['unknown', 'delivered', 'failed', 'rejected', 'expired'],
  // What was unknown may still be learned.
  unknown: ['delivered', 'failed', 'rejected', 'expired'],
  delivered: [],
  failed: [],
  rejected: [],
  expired: [],
  cancelled: [],
};

export function mayMove(from: MessageState, to: MessageState): boolean {
  return MOVES[from].includes(to);
}

const stateNames = Object.keys(MESSAGE_STATES) as MessageState[];
const namesByNumber = new Map(stateNames.map((name) => [MESSAGE_STATES[name] as number, name]));

/** The state that is told of a message, by the one that is stored and its reason. */
export function toldState(stored: MessageState, reason: string | undefined): MessageState {
  if (stored === 'sent' && isPlatformHold(reason)) return 'held';
  return stored === 'rejected' && reason === CANCELLED ? 'cancelled' : stored;
}

/** Whether a stored reason says that the chat platform holds the message back. */
export function isPlatformHold(reason: string | undefined): reason is PlatformHold {
  return PLATFORM_HOLDS.some((it) => it === reason);
}

/** The state a stored number stands for; throws on an unknown number. */
export function stateOf(stored: number): MessageState {
  const name = namesByNumber.get(stored);
  if (name === undefined) throw new Error(`no message state has the number ${stored}`);
  return name;
}

/** What became of one part at the operator, according to receipts. */
export type PartState = 'open' | Exclude<MessageState, 'waiting' | 'sent' | 'held' | 'cancelled'>;

/**
 * The state of a message whose parts were all taken by the operator (contract section 7): failed
 * when any part failed, delivered when all are, unknown when that is the most known about some
 * part, else still sent.
 */
export function stateOfParts(parts: readonly PartState[]): MessageState {
  for (const bad of ['failed', 'rejected', 'expired'] as const) {
    if (parts.includes(bad)) return bad;
  }
  if (parts.includes('open')) return 'sent';
  return parts.includes('unknown') ? 'unknown' : 'delivered';
}

/** What identifies a message in the store: its account, and its id within it. */
export type MessageKey = { readonly accountId: AccountId; readonly messageId: MessageId };

/**
 * The number by which an operator may identify a part to us (TLV user_message_reference, two
 * octets). It repeats, so it only distinguishes parts whose answers were lost.
 */
export function referenceOf(part: {
  readonly messageId: MessageId;
  readonly attempt: number;
  readonly part: number;
}): number {
  return (part.messageId + part.attempt * 4_099 + part.part * 257) % 65_536;
}

/** How a message is encoded. `chat`: its text is the JSON of a ChatContent, one part. */
export const ALPHABETS = { gsm7: 1, ucs2: 2, chat: 3 } as const;
export type Alphabet = keyof typeof ALPHABETS;
export type TextAlphabet = Exclude<Alphabet, 'chat'>;

const alphabetNames = Object.keys(ALPHABETS) as Alphabet[];

/** The alphabet a stored number stands for; throws on an unknown number. */
export function alphabetOf(stored: number): Alphabet {
  const name = alphabetNames.find((it) => ALPHABETS[it] === stored);
  if (name === undefined) throw new Error(`no alphabet has the number ${stored}`);
  return name;
}

/** What became of one attempt to hand one part to an operator. */
export const ATTEMPT_OUTCOMES = { taken: 1, refused: 2, ambiguous: 3 } as const;
export type AttemptOutcome = keyof typeof ATTEMPT_OUTCOMES;

/** Who reported in a receipt: the operator's own network, or the handset. */
export const RECEIPT_LEVELS = { operator: 1, handset: 2 } as const;
export type ReceiptLevel = keyof typeof RECEIPT_LEVELS;

/**
 * Whether a batch can be seen and sent. Not while it is being written, nor once it was given up and
 * is being removed.
 */
export const BATCH_STATES = { writing: 1, published: 2, removing: 3 } as const;
