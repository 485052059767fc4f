/** The whole life of a message as staff see it: what was done, paid, heard and told. */
import { showRupees } from '../../domain/pricing/money.ts';
import { findStatusName } from '@paigham/smpp';
import type { lookAtMessage } from './messages.operations.ts';
import { explainReason, showMessageId } from './message-words.ts';
import { EVENT_TYPE_NAMES, eventId, eventsOf } from '../../domain/event/event.ts';
import type { StoredEvent } from '../../domain/event/event.ts';
import { limit } from '../../domain/limits.ts';
import { moneyStandingOf, type LivedAttempt } from '../../domain/message/life.ts';
import { ATTEMPT_OUTCOMES, type MessageKey } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { readEventsBefore } from '../events/events.sql.ts';
import { listAttemptsAtEvents, type LoggedAttempt } from '../webhooks/webhook-attempts.sql.ts';
import { readLedgerOfMessage, type LedgerLine } from '../../store/ledger/ledger.ts';
import { LINE } from '../credit/credit.http.ts';
import { MESSAGE_WORDS, wordOfState } from '../batches/batch-shape.http.ts';
import { DELIVERY } from '../webhooks/webhook-shape.http.ts';
import {
  closed,
  derived,
  from,
  id,
  nullable,
  nullableTime,
  orNull,
  part,
  resource,
  shownBy,
  showTime,
  showTimeOrNull,
  time,
} from '../../operations/resource.ts';

type Seen = NonNullable<Awaited<ReturnType<typeof lookAtMessage>>>;

const money = (description: string) => Type.String({ description });

type Kind = { readonly isChat: boolean };

const LAST = part({
  state: shownBy(Type.Enum([...MESSAGE_WORDS]), wordOfState),
  error: nullable('The operator’s own error code.'),
  at: time(),
});

const ATTEMPT = resource(
  'StaffAttempt',
  {
    attempt: Type.Integer({ minimum: 1, description: 'All its parts have the same number.' }),
    part: Type.Integer({ minimum: 1 }),
    link: Type.String(),
    node: Type.Integer({ description: 'The number of the node that submitted it.' }),
    outcome: Type.Enum(Object.keys(ATTEMPT_OUTCOMES)),
    answer_lost: from(
      'wasLost',
      Type.Boolean({ description: 'At some time its answer was missing.' }),
    ),
    operator_id: from('operatorKey', nullable('The id that the operator or the platform gave it.')),
    status: derived(
      nullable('Its answer: 0x00000058; for a chat message a number.'),
      ({ status }: LivedAttempt, { isChat }: Kind) =>
        status === undefined || isChat
          ? status?.toString()
          : `0x${status.toString(16).padStart(8, '0')}`,
    ),
    status_name: derived(
      nullable('What SMPP calls that answer: ESME_RTHROTTLED; null: it has no name.'),
      ({ status }: LivedAttempt, { isChat }: Kind) =>
        status === undefined || isChat ? undefined : findStatusName(status),
    ),
    reason: nullable('Why it was refused, in one word.'),
    detail: from(
      'reason',
      orNull(shownBy(Type.String(), explainReason), 'The same as a sentence.'),
    ),
    at: from(
      'answeredAtMs',
      time('When it was answered; without an answer, when it was submitted.'),
    ),
    receipt: orNull(LAST),
  },
  'One attempt to submit one part.',
);

const RECEIPT = resource(
  'StaffReceipt',
  {
    id: id(),
    kind: Type.String({ description: 'Why it did not close its attempt: late, duplicate …' }),
    link: Type.String(),
    operator_id: from('operatorKey', nullable('The id that it names.')),
    says: nullable('The state in it.'),
    error: nullable('The code in it.'),
    at: from('receivedAtMs', time('When it came.')),
  },
  'A receipt that did not simply close an attempt.',
);

const STAFF_DELIVERY = resource('StaffDelivery', { ...DELIVERY.properties, webhook_id: id() });

const TOLD = closed(
  {
    id: Type.String(),
    type: Type.Enum([...EVENT_TYPE_NAMES]),
    at: Type.String({ format: 'date-time' }),
    deliveries: Type.Array(STAFF_DELIVERY),
  },
  { title: 'StaffEvent', description: 'What its account was told, and how webhooks answered.' },
);

export const STAFF_MESSAGE = closed(
  {
    id: Type.String({ description: 'For a text decimal digits, for a chat message a UUID.' }),
    kind: Type.Enum(['sms', 'chat']),
    category: nullable('Of a chat message.'),
    account: closed({ id: Type.String(), name: Type.String() }),
    batch_id: nullable('null: its request had only this message.'),
    recipient: Type.String({ description: 'Digits with country code, or a chat user_id.' }),
    network: nullable('The operator of the number; null for a chat message.'),
    sender: nullable('Its name; of a chat message the digits of the number.'),
    sender_route: nullable('Of a text.'),
    template: Type.Union([closed({ id: Type.String(), name: nullable('Now.') }), Type.Null()]),
    parts: Type.Integer({ minimum: 1 }),
    state: Type.Enum([...MESSAGE_WORDS]),
    reason: nullable('One word: why it ended, waits, or was last put back.'),
    detail: nullable('The reason as a sentence.'),
    waits: nullable('Why it does not leave, and when it will; null: it does not wait.'),
    level: Type.Union([Type.Enum(['operator', 'handset']), Type.Null()]),
    test: Type.Boolean(),
    price: money('Rupees, of all parts; 0 of what came back, or is free.'),
    money: closed(
      {
        reserved: money('Still held.'),
        charged: money('For what was taken.'),
        released: money('Given back uncharged.'),
        refunded: money('Given back after a charge.'),
        lookups: money('For the look-ups of its whole request.'),
      },
      { title: 'MessageMoney', description: 'Where its price is.' },
    ),
    ledger: Type.Array(LINE, {
      description: 'Lines that moved its price, together with others of the same commit.',
    }),
    accepted_at: Type.String({ format: 'date-time' }),
    expires_at: Type.String({ format: 'date-time' }),
    sent_at: nullableTime('When the operator or the chat platform accepted it.'),
    done_at: nullableTime('When it became final.'),
    read_at: nullableTime('When a chat message was read.'),
    attempts: Type.Array(ATTEMPT),
    receipts: Type.Array(RECEIPT),
    events: Type.Array(TOLD),
  },
  { title: 'StaffMessage', description: 'A message’s whole life, without its text.' },
);

/** What is written about a message elsewhere. */
export type Told = {
  readonly ledger: readonly LedgerLine[];
  readonly events: readonly StoredEvent[];
  readonly deliveries: readonly LoggedAttempt[];
};

/** The ledger's lines of a message, its events, and who was told of them. */
export async function readTold(
  reader: Reader,
  { accountId, messageId }: MessageKey,
  { report, life }: Pick<Seen, 'report' | 'life'>,
): Promise<Told> {
  const most = limit('pageItems');
  const sinceMs = report.acceptedAtMs;
  const groups = await readEventsBefore(reader, {
    accountId,
    subjectId: messageId,
    sinceMs,
    untilMs: undefined,
    below: undefined,
    type: undefined,
    most,
  });
  const isOfMessage = ({ type, subjectId }: StoredEvent): boolean =>
    type.startsWith('message.') && subjectId === messageId;
  const events = groups.flatMap(eventsOf).filter(isOfMessage);
  const numbers = events.map(({ number }) => number);
  const [ledger, deliveries] = await Promise.all([
    readLedgerOfMessage(reader, accountId, life.money),
    listAttemptsAtEvents(reader, { accountId, numbers, sinceMs, most }),
  ]);
  return { ledger, events: events.toSorted((a, b) => a.number - b.number), deliveries };
}

export function showLife(
  { accountId, messageId }: MessageKey,
  { report, life, waits }: Seen,
  { ledger, events, deliveries }: Told,
): Static<typeof STAFF_MESSAGE> {
  const isChat = report.chat !== undefined;
  const { batchId, templateId } = report;
  const reason = report.reasonWord ?? life.reason;
  return {
    id: showMessageId(messageId, isChat),
    kind: isChat ? 'chat' : 'sms',
    category: life.chat?.category ?? null,
    recipient: report.recipient,
    account: { id: String(accountId), name: life.account },
    batch_id: batchId === undefined ? null : String(batchId),
    network: isChat ? null : report.network,
    sender: life.sender ?? null,
    sender_route: life.senderRoute ?? null,
    template:
      templateId === undefined ? null : { id: String(templateId), name: life.template ?? null },
    parts: report.parts,
    state: wordOfState(report.state),
    reason: reason ?? null,
    detail: report.reason ?? (life.reason === undefined ? null : explainReason(life.reason)),
    waits,
    level: report.level ?? null,
    test: report.isTest,
    price: showRupees(report.priceMicros),
    money: showStanding({ report, life }),
    ledger: ledger.map(LINE.show),
    accepted_at: showTime(report.acceptedAtMs),
    expires_at: showTime(life.expiresAtMs),
    sent_at: showTimeOrNull(report.sentAtMs),
    done_at: showTimeOrNull(report.doneAtMs),
    read_at: showTimeOrNull(life.chat?.readAtMs),
    attempts: life.attempts.map((attempt) => ATTEMPT.show(attempt, { isChat })),
    receipts: life.receipts.map(RECEIPT.show),
    events: events.map((event) => ({
      id: eventId(event),
      type: event.type,
      at: showTime(event.atMs),
      deliveries: deliveries
        .filter(({ number }) => number === event.number)
        .map(STAFF_DELIVERY.show),
    })),
  };
}

function showStanding({ report, life }: Pick<Seen, 'report' | 'life'>) {
  const standing = moneyStandingOf(life, report.state);
  return {
    reserved: showRupees(standing.reservedMicros),
    charged: showRupees(standing.postedMicros),
    released: showRupees(standing.releasedMicros),
    refunded: showRupees(standing.refundedMicros),
    lookups: showRupees(life.money.lookupsMicros),
  };
}
