/** How `/v1` shows one message, a text or a chat message, without its content. */
import type { Account } from '../../domain/account/account.ts';
import type { LivedAttempt } from '../../domain/message/life.ts';
import { ATTEMPT_OUTCOMES } from '../../domain/message/message.ts';
import type { MessageWithAttempts, ReportedMessage } from '../../domain/message/report.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { uuidOf } from '../../kit/uuid-ids.ts';
import { CURRENCY, MESSAGE_WORDS, wordOfState } from '../batches/batch-shape.http.ts';
import { closed, nullable, nullableTime, showTime, showTimeOrNull } from '../../api/v1/shapes.ts';

const RECEIPT = closed(
  {
    state: Type.Enum([...MESSAGE_WORDS]),
    error: nullable('The operator’s own error code, if it gives one.'),
    at: Type.String({ format: 'date-time' }),
  },
  { title: 'Receipt', description: 'What the operator reported for a part.' },
);

const ATTEMPT = closed(
  {
    attempt: Type.Integer({ minimum: 1, description: 'All its parts have the same number.' }),
    part: Type.Integer({ minimum: 1 }),
    outcome: Type.Enum(Object.keys(ATTEMPT_OUTCOMES), {
      description: 'ambiguous: the answer was lost, the operator may have accepted it.',
    }),
    reason: nullable('Why it was refused, in one word.'),
    at: Type.String({
      format: 'date-time',
      description: 'When it was answered; without an answer, when it was submitted.',
    }),
    receipt: Type.Union([RECEIPT, Type.Null()]),
  },
  { title: 'Attempt', description: 'One attempt to submit one part to an operator.' },
);

export const MESSAGE = closed(
  {
    id: Type.String({ description: 'For a text decimal digits, for a chat message a UUID.' }),
    kind: Type.Enum(['sms', 'chat']),
    batch_id: nullable('The batch that it belongs to; null: its request had only this message.'),
    recipient: Type.String({
      description: 'Digits with country code; the user_id of a chat user who hides the number.',
    }),
    sender: nullable('Your sender; for a chat message the digits of your number.'),
    template_id: nullable('Decimal digits; null for a free-form chat message.'),
    state: Type.Enum([...MESSAGE_WORDS], { description: 'It only moves forward.' }),
    reason: nullable(
      'Why it failed, or what the chat platform holds back, in one word that has a page under ' +
        '/docs/errors; ' +
        'promotional_hours: it waits for them; scheduled: for its time; batch_paused: for you; ' +
        'link_down: its operator cannot be reached.',
    ),
    detail: nullable(
      'The reason as a sentence, with the operator’s or the platform’s own last code.',
    ),
    network: nullable('The operator of the number; null for a chat message.'),
    level: Type.Union([Type.Enum(['operator', 'handset']), Type.Null()], {
      description: 'Who reported its final state, once known; null for a chat message.',
    }),
    parts: Type.Integer({ minimum: 1 }),
    price: Type.String({
      description:
        'Of all parts, at acceptance; 0.00 once it came back: of one that you cancelled, and of ' +
        'a chat message that is not charged.',
    }),
    currency: Type.String(),
    accepted_at: Type.String({ format: 'date-time', description: 'UTC.' }),
    send_at: nullableTime('Not before then: its schedule or its hours, while it waits for them.'),
    sent_at: nullableTime('When the operator or the chat platform accepted it.'),
    done_at: nullableTime('When it became final: for delivered, the time of delivery.'),
    read_at: nullableTime('When a chat message was read; null if not reported.'),
    test: Type.Boolean({ description: 'Of a test key: neither charged nor carried to anybody.' }),
    attempts: Type.Union([Type.Array(ATTEMPT), Type.Null()], {
      description: 'Each attempt for each part, in order; null in lists.',
    }),
  },
  { title: 'Message', description: 'A message, without its text.' },
);

/** Where texts may be asked for. */
export const READABLE_MESSAGE = closed(
  {
    ...MESSAGE.properties,
    text: Type.Optional(
      nullable(
        'With texts=true, as it was sent; of a chat template its present wording with the values ' +
          'sent. null: there is none, it is no longer kept, or it may be a one-time code.',
      ),
    ),
  },
  { title: 'ReadableMessage', description: 'A message; with its text where it is asked for.' },
);

/** A message as its account sees it. */
export function showMessage(
  message: ReportedMessage | MessageWithAttempts,
  account: Account,
): Static<typeof MESSAGE> {
  const { id, recipient, state, chat, batchId, templateId, reason, reasonWord } = message;
  return {
    id: chat === undefined ? String(id) : uuidOf(id),
    kind: chat === undefined ? 'sms' : 'chat',
    batch_id: batchId === undefined ? null : String(batchId),
    recipient,
    sender: senderOf(message, account) ?? null,
    template_id: templateId === undefined ? null : String(templateId),
    state: wordOfState(state),
    reason: reasonWord ?? null,
    detail: reason ?? null,
    network: chat === undefined ? message.network : null,
    level: message.level ?? null,
    parts: message.parts,
    price: showRupees(message.priceMicros),
    currency: CURRENCY,
    accepted_at: showTime(message.acceptedAtMs),
    send_at: showTimeOrNull(message.heldUntilMs),
    sent_at: showTimeOrNull(message.sentAtMs),
    done_at: showTimeOrNull(message.doneAtMs),
    read_at: showTimeOrNull(chat?.readAtMs),
    test: message.isTest,
    attempts: 'attempts' in message ? message.attempts.map(showAttempt) : null,
  };
}

function showAttempt(it: LivedAttempt): Static<typeof ATTEMPT> {
  const { attempt, part, outcome, reason, receipt } = it;
  return {
    attempt,
    part,
    outcome,
    reason: reason ?? null,
    at: showTime(it.answeredAtMs),
    receipt:
      receipt === undefined
        ? null
        : {
            state: wordOfState(receipt.state),
            error: receipt.error ?? null,
            at: showTime(receipt.atMs),
          },
  };
}

/** Senders and numbers are disabled, never removed, so the account's snapshot has each of them. */
function senderOf({ from }: ReportedMessage, { sendersById, chat }: Account): string | undefined {
  return from.kind === 'sender'
    ? sendersById.get(from.id)?.name
    : chat.numbers.get(from.id)?.digits;
}
