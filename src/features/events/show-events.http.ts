/** Events as accounts see them: the same in the list, the stream and webhooks. */
import type { Account } from '../../domain/account/account.ts';
import {
  EVENT_TYPE_NAMES,
  eventId,
  sequenceOf,
  type EventType,
  type StoredEvent,
} from '../../domain/event/event.ts';
import type { AccountId, MessageId } from '../../domain/ids.ts';
import {
  reportedReason,
  reportedState,
  type ReportedMessage,
} from '../../domain/message/report.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { findKeptBatch } from '../../store/reports/read-batches.ts';
import { readMessageReports } from '../../store/reports/message-reports.ts';
import { MESSAGE } from '../messages/message-shape.http.ts';
import type { StopFact } from '../../domain/event/chat-facts.ts';
import { BATCH, CURRENCY, showEnd, type EndFact } from '../batches/batch-shape.http.ts';
import { closed, nullable, nullableTime, showTime } from '../../operations/resource.ts';
import { nameChatReplies, NAMED_CHAT_REPLY } from '../replies/chat-replies.http.ts';
import { nameReplies, NAMED_REPLY } from '../replies/replies.http.ts';
import { findAppMessage, type AppMessageName } from '../../store/chat/app-messages.ts';
import { readChatReply } from '../../store/chat/replies.ts';
import { readReply } from '../replies/replies.sql.ts';

const STOPPED = closed(
  { id: Type.String(), url: Type.String(), state: Type.String(), reason: Type.String() },
  { title: 'StoppedWebhook', description: 'What the webhook was, and why it was stopped.' },
);

const DECIDED = closed(
  {
    id: Type.String({ description: 'Of the template; the name of the sender.' }),
    reason: nullable('Why it was rejected.'),
  },
  { title: 'Decision', description: 'What was decided on a template or a sender.' },
);

const CHAT_DECIDED = closed(
  {
    id: Type.String({ description: 'Of the template.' }),
    name: Type.String(),
    language: Type.String(),
    reason: nullable('Why, in the platform’s words.'),
  },
  { title: 'ChatTemplateDecision', description: 'What the chat platform decided on a template.' },
);

const CHAT_TROUBLE = closed(
  {
    id: nullable('Of the number; null: it is not about one of yours.'),
    number: nullable('Digits with country code.'),
    business_id: Type.String({ description: 'The platform’s id of the business account.' }),
    reason: Type.String({ description: 'What is wrong, often in the platform’s words.' }),
    until: nullableTime('When it is over by itself; null: not by itself.'),
  },
  { title: 'ChatTrouble', description: 'What is wrong with a number or a business account.' },
);

const CHAT_APP_MESSAGE = closed(
  {
    id: Type.String({ description: 'The platform’s, as in the conversation.' }),
    number_id: Type.String({ description: 'Of the number: see /v1/chat/numbers.' }),
    to: nullable('Digits with country code; null: the user hides the number.'),
    user_id: nullable('The platform’s id of the user, where the number is not known.'),
    type: Type.String({ description: 'The platform’s: text, image and others.' }),
    text: nullable('The readable content.'),
    edited_at: nullableTime('When it was last changed: text is what it says now.'),
    revoked_at: nullableTime('When it was taken back: its text is gone.'),
    written_at: Type.String({ format: 'date-time', description: 'By the platform’s clock, UTC.' }),
  },
  { title: 'ChatAppMessage', description: 'What somebody of yours wrote in the app on a phone.' },
);

const LOW_CREDIT = closed(
  {
    balance: Type.String({ description: 'What is left to spend.' }),
    threshold: Type.String({ description: 'The one that you have set.' }),
    currency: Type.Literal(CURRENCY),
  },
  { title: 'LowCredit', description: 'A balance below its threshold.' },
);

const FULL_CAP = closed(
  {
    period: Type.Enum(['day', 'month'], { description: 'Of Pakistan.' }),
    cap: Type.String({ description: 'What may be spent.' }),
    spent: Type.String({ description: 'What was.' }),
    currency: Type.Literal(CURRENCY),
  },
  { title: 'ReachedCap', description: 'A cap on spending that is used up.' },
);

const VERIFICATION_DECIDED = closed(
  {
    kind: Type.String({ description: 'Of the document.' }),
    state: Type.String({ description: 'approved, refused.' }),
    reason: nullable('Why it was refused.'),
    account_verified: Type.Boolean(),
  },
  { title: 'VerificationDecision', description: 'What was decided on a document.' },
);

const DATA = Type.Union(
  [
    MESSAGE,
    BATCH,
    NAMED_REPLY,
    NAMED_CHAT_REPLY,
    CHAT_APP_MESSAGE,
    DECIDED,
    CHAT_DECIDED,
    CHAT_TROUBLE,
    LOW_CREDIT,
    FULL_CAP,
    STOPPED,
    VERIFICATION_DECIDED,
    Type.Null(),
  ],
  { description: 'What it is about, as it was then; null: it is no longer kept.' },
);

/** The schema of the data of each type, by its title; null: it has none. */
export const EVENT_DATA: Readonly<Record<EventType, string | null>> = {
  'message.held': 'Message',
  'message.sent': 'Message',
  'message.unknown': 'Message',
  'message.failed': 'Message',
  'message.rejected': 'Message',
  'message.cancelled': 'Message',
  'message.expired': 'Message',
  'message.delivered': 'Message',
  'message.read': 'Message',
  'batch.done': 'Batch',
  'batch.stopped': 'Batch',
  'reply.received': 'Reply',
  'chat.reply.received': 'ChatReply',
  'chat.app_message.sent': 'ChatAppMessage',
  'template.approved': 'Decision',
  'template.rejected': 'Decision',
  'sender.approved': 'Decision',
  'sender.rejected': 'Decision',
  'verification.decided': 'VerificationDecision',
  'credit.low': 'LowCredit',
  'cap.reached': 'ReachedCap',
  'chat.template.approved': 'ChatTemplateDecision',
  'chat.template.rejected': 'ChatTemplateDecision',
  'chat.template.paused': 'ChatTemplateDecision',
  'chat.template.disabled': 'ChatTemplateDecision',
  'chat.number.stopped': 'ChatTrouble',
  'chat.number.marketing_paused': 'ChatTrouble',
  'chat.number.alert': 'ChatTrouble',
  'chat.business.alert': 'ChatTrouble',
  'webhook.stopped': 'StoppedWebhook',
  'webhook.test': null,
};

export const EVENT = closed(
  {
    id: Type.String({ description: 'The same however often and however it is told.' }),
    type: Type.Enum([...EVENT_TYPE_NAMES]),
    timestamp: Type.String({ format: 'date-time', description: 'Of what happened. UTC.' }),
    sequence: Type.Integer({
      minimum: 0,
      description: 'Of one message a later event has a greater one; some may be left out.',
    }),
    account: Type.String({ description: 'Yours. Decimal digits.' }),
    data: DATA,
  },
  { title: 'Event', description: 'Something that happened to what you have.' },
);

export type ShownEvent = Static<typeof EVENT>;

/** Shows events of any accounts, in order. */
export type ShowEvents = (events: readonly StoredEvent[]) => Promise<readonly ShownEvent[]>;

type ShowDeps = {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly accounts: { byId(accountId: AccountId): Promise<Account | undefined> };
};

export function createShowEvents({ reader, clock, accounts }: ShowDeps): ShowEvents {
  return async (events) => {
    const ids = [...new Set(events.map(({ accountId }) => accountId))];
    const [snapshots, messages, others] = await Promise.all([
      Promise.all(ids.map((id) => accounts.byId(id))),
      readMessages(reader, events, clock.nowMs()),
      Promise.all(events.map((event) => showOther(reader, event))),
    ]);
    const byAccount = new Map(ids.map((id, index) => [id, snapshots[index]]));
    return events.map((event, index) => {
      const { accountId, subjectId, type, atMs } = event;
      const account = byAccount.get(accountId);
      const message = messages.get(`${accountId} ${subjectId}`);
      return {
        id: eventId(event),
        type,
        timestamp: showTime(atMs),
        sequence: sequenceOf(event),
        account: String(accountId),
        data: event.move === undefined ? (others[index] ?? null) : showAs(event, message, account),
      };
    });
  };
}

function showAs(event: StoredEvent, message?: ReportedMessage, account?: Account) {
  if (account === undefined || message === undefined) return null;
  return MESSAGE.show(asOf(message, event), account);
}

/**
 * Events that are not about a message: the resource as it is now, or what was recorded if there is
 * none.
 */
async function showOther(reader: Reader, event: StoredEvent): Promise<ShownEvent['data']> {
  const { accountId, subjectId, type, fact } = event;
  switch (type) {
    case 'batch.done': {
      const batch = await findKeptBatch(reader, accountId, subjectId);
      return batch === undefined ? null : showEnd(batch, fact as EndFact, event.atMs);
    }
    case 'batch.stopped': {
      const batch = await findKeptBatch(reader, accountId, subjectId);
      if (batch === undefined) return null;
      const { reason } = fact as StopFact;
      return { ...showEnd(batch, undefined, event.atMs), state: 'paused', pause_reason: reason };
    }
    case 'reply.received': {
      const reply = await readReply(reader, accountId, subjectId);
      return reply === undefined ? null : oneOf(await nameReplies(reader, accountId, [reply]));
    }
    case 'chat.reply.received': {
      const reply = await readChatReply(reader, accountId, subjectId);
      return reply === undefined ? null : oneOf(await nameChatReplies(reader, accountId, [reply]));
    }
    case 'chat.app_message.sent': {
      const said = await findAppMessage(reader, { accountId, ...(fact as AppMessageName) });
      return said === undefined ? null : showAppMessage(said);
    }
    default:
      return (fact ?? null) as ShownEvent['data'];
  }
}

type FoundAppMessage = NonNullable<Awaited<ReturnType<typeof findAppMessage>>>;

function showAppMessage({ operatorKey, linkId, userKey, ...it }: FoundAppMessage) {
  const isNumber = /^\d+$/.test(userKey);
  return {
    id: operatorKey,
    number_id: String(linkId),
    to: isNumber ? userKey : null,
    user_id: isNumber ? null : userKey,
    type: it.type,
    text: it.revokedAtMs === undefined ? (it.text ?? null) : null,
    edited_at: it.editedAtMs === undefined ? null : showTime(it.editedAtMs),
    revoked_at: it.revokedAtMs === undefined ? null : showTime(it.revokedAtMs),
    written_at: showTime(it.writtenAtMs),
  };
}

const oneOf = <Shown>([first]: readonly Shown[]): Shown | null => first ?? null;

async function readMessages(
  reader: Reader,
  events: readonly StoredEvent[],
  atMs: number,
): Promise<ReadonlyMap<string, ReportedMessage>> {
  const keys = new Map(
    events.flatMap(({ accountId, subjectId, move }) =>
      move === undefined
        ? []
        : [[`${accountId} ${subjectId}`, { accountId, messageId: subjectId as MessageId }]],
    ),
  );
  const read = await readMessageReports(reader, [...keys.values()], atMs);
  return new Map(read.map((it) => [`${it.accountId} ${it.id}`, it]));
}

/** A message as it was when it moved, without anything learned later. */
function asOf(message: ReportedMessage, { move, atMs }: StoredEvent): ReportedMessage {
  if (move === undefined || move.state === 'read') return message;
  const { state, reason: stored } = move;
  const then = { ...message, state, ...(message.chat && { chat: { readAtMs: undefined } }) };
  if (state === 'sent') {
    const none = { doneAtMs: undefined, level: undefined };
    return { ...then, ...none, reason: undefined, reasonWord: undefined };
  }
  if (message.state === state) return then;
  const standing = { state, reason: stored, isChat: message.chat !== undefined, code: undefined };
  const reason = reportedReason(standing);
  const reasonWord = reportedState(state, stored);
  const doneAtMs = state === 'held' ? undefined : atMs;
  return { ...then, level: undefined, doneAtMs, reason, reasonWord };
}
