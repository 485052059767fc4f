/** What happened to what an account has: events, as stored and as delivered to the account. */
import type { AccountId } from '../ids.ts';
import { MESSAGE_STATES, stateOf, toldState, type MessageState } from '../message/message.ts';

/** Every type of event, with what it says. */
const EVENT_TYPES = {
  'message.held': 'The chat platform has taken a message and holds it back for now.',
  'message.sent': 'The operator or the chat platform has taken a message.',
  'message.unknown': 'Nobody has said in time how a message ended; a later word may still come.',
  'message.failed': 'A message came to nothing after the operator or the platform had taken it.',
  'message.rejected': 'A message was refused for good.',
  'message.cancelled': 'You have cancelled a message before it left; its price came back.',
  'message.expired': 'A message could not be delivered within its validity.',
  'message.delivered': 'A message has arrived.',
  'message.read': 'A chat message was read.',
  'batch.done': 'Every message of a batch has ended, or its file was refused or cancelled.',
  'batch.stopped':
    'The service has paused a batch because the chat platform has paused its template, or people ' +
    'take that badly.',
  'reply.received': 'A phone has written to one of your senders.',
  'chat.reply.received': 'A user of the chat platform has written to one of your numbers.',
  'chat.app_message.sent': 'Somebody has answered in the app on the phone of one of your numbers.',
  'template.approved': 'A template of texts, or its next wording, may be used.',
  'template.rejected':
    'A template of texts may not be used, and its waiting messages are released; or its next ' +
    'wording is not, and the approved one stays.',
  'sender.approved': 'A sender may be used.',
  'sender.rejected': 'A sender may not be used; its waiting messages are released.',
  'verification.decided':
    'A document of the verification was approved or refused; the last approval verifies.',
  'credit.low': 'The balance has fallen below the threshold that the account has set.',
  'cap.reached': 'A request was refused because it would spend more than the day or month allows.',
  'chat.template.approved': 'A template of chat messages may be used.',
  'chat.template.rejected': 'The chat platform has refused a template.',
  'chat.template.paused': 'The chat platform has paused a template for a while.',
  'chat.template.disabled': 'The chat platform has disabled a template for good.',
  'chat.number.stopped': 'The chat platform refuses everything from a number: its messages wait.',
  'chat.number.marketing_paused': 'Users complain of a number: its marketing waits for a while.',
  'chat.number.alert': 'The chat platform has said something about a number, such as its quality.',
  'chat.business.alert': 'The same about a whole business account.',
  'webhook.stopped': 'A webhook was paused because it failed for long, or has answered 410.',
  'webhook.test': 'Nothing has happened: it was asked for, to try a webhook out.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as readonly EventType[];

/** The kind of stored facts whose types follow from the state that a message moved to. */
export const MESSAGE_KIND = 'message';

/** A chat message was read: stored like the states of messages. */
const READ_STATE = 8;

export type MessageMove = {
  readonly accountId: AccountId;
  readonly messageId: number;
  readonly state: Exclude<MessageState, 'waiting'> | 'read';
  readonly reason: string | undefined;
};

/** Something else that has happened: `fact` is what no resource has. */
export type Fact = {
  readonly accountId: AccountId;
  readonly type: Exclude<EventType, `message.${string}`>;
  /** Of the reply, batch, template … that it is about. */
  readonly subjectId: number;
  readonly fact?: Readonly<Record<string, unknown>>;
};

/** An event as it is stored: its number, and where to find its resource. */
export type StoredEvent = {
  readonly accountId: AccountId;
  /** Per account, from 1 without gaps. */
  readonly number: number;
  readonly atMs: number;
  readonly type: EventType;
  /** The message, reply, batch … that it is about. */
  readonly subjectId: number;
  /** For a message: the state it moved to, and why, as stored. */
  readonly move:
    | { readonly state: MessageState | 'read'; readonly reason: string | undefined }
    | undefined;
  /** What the event itself says, where no resource holds it. */
  readonly fact: unknown;
};

/** The facts of one commit with their numbers: a row of `events`. */
export type EventGroup = {
  readonly accountId: AccountId;
  readonly firstNumber: number;
  readonly atMs: number;
  readonly kind: string;
  readonly ids: readonly number[];
  readonly states: readonly number[] | undefined;
  readonly reasons: readonly (string | null)[] | undefined;
  readonly facts: readonly unknown[] | undefined;
};

/** The events of a group, in order. */
export function eventsOf(group: EventGroup): readonly StoredEvent[] {
  const { accountId, firstNumber, atMs, kind, ids, states, reasons, facts } = group;
  return ids.map((subjectId, index): StoredEvent => {
    const state = states?.[index];
    const base = { accountId, number: firstNumber + index, atMs, subjectId };
    if (state === undefined) {
      return { ...base, type: kind as EventType, move: undefined, fact: facts?.[index] };
    }
    const reason = reasons?.[index] ?? undefined;
    const word: MessageState | 'read' =
      state === READ_STATE ? 'read' : toldState(stateOf(state), reason);
    const move = { state: word, reason };
    return { ...base, type: `message.${word}` as EventType, move, fact: undefined };
  });
}

/**
 * Later events of a message have greater numbers, and some are skipped: a chat message that failed
 * on one of the user's devices may still be shown by another.
 */
const SEQUENCE: Readonly<Record<MessageState | 'read', number>> = {
  waiting: 0,
  held: 0,
  sent: 1,
  unknown: 2,
  failed: 3,
  rejected: 3,
  expired: 3,
  cancelled: 3,
  delivered: 4,
  read: 5,
};

/** An event's position among those of its message; 1 for a subject that has only one event. */
export function sequenceOf({ move }: Pick<StoredEvent, 'move'>): number {
  return move === undefined ? 1 : SEQUENCE[move.state];
}

/** The number under which a move is stored: cancelled and held are told apart by the reason. */
export function storedMove(state: MessageMove['state']): number {
  switch (state) {
    case 'read':
      return READ_STATE;
    case 'cancelled':
      return MESSAGE_STATES.rejected;
    case 'held':
      return MESSAGE_STATES.sent;
    default:
      return MESSAGE_STATES[state];
  }
}

/** How events of a type are stored: the kind of their groups, and the number of a move. */
export function storedType(type: EventType): {
  readonly kind: string;
  readonly state: number | undefined;
} {
  const word = /^message\.(\w+)$/.exec(type)?.[1];
  if (word === undefined) return { kind: type, state: undefined };
  return { kind: MESSAGE_KIND, state: storedMove(word as MessageMove['state']) };
}

/** The id of an event, the same however often it is delivered: `evt_1001_42`. */
export function eventId({ accountId, number }: Pick<StoredEvent, 'accountId' | 'number'>): string {
  return `evt_${accountId}_${number}`;
}

/** The number in an id of this account, 0 before its first event; undefined if it is not one. */
export function numberOfEventId(accountId: AccountId, id: string): number | undefined {
  const [, account, number] = /^evt_(\d{1,16})_(0|[1-9]\d{0,15})$/.exec(id) ?? [];
  return Number(account) === accountId ? Number(number) : undefined;
}
