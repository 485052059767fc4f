/** How `/v1` shows one message, a text or a chat message, without its content. */
import type { Account } from '../../domain/account/account.ts';
import { ATTEMPT_OUTCOMES } from '../../domain/message/message.ts';
import type { MessageWithAttempts, ReportedMessage } from '../../domain/message/report.ts';
import { Type } from '../../kit/shape.ts';
import { CURRENCY, MESSAGE_WORDS, wordOfState } from '../batches/batch-shape.http.ts';
import {
  closed,
  derived,
  from,
  id,
  money,
  nullable,
  nullableTime,
  orNull,
  resource,
  shownBy,
  showTimeOrNull,
  time,
} from '../../operations/resource.ts';
import { showMessageId } from './message-words.ts';

const RECEIPT = resource(
  'Receipt',
  {
    state: shownBy(Type.Enum([...MESSAGE_WORDS]), wordOfState),
    error: nullable('The operator’s own error code, if it gives one.'),
    at: time(),
  },
  'What the operator reported for a part.',
);

const ATTEMPT = resource(
  'Attempt',
  {
    attempt: Type.Integer({ minimum: 1, description: 'All its parts have the same number.' }),
    part: Type.Integer({ minimum: 1 }),
    outcome: Type.Enum(Object.keys(ATTEMPT_OUTCOMES), {
      description: 'ambiguous: the answer was lost, the operator may have accepted it.',
    }),
    reason: nullable('Why it was refused, in one word.'),
    at: from(
      'answeredAtMs',
      time('When it was answered; without an answer, when it was submitted.'),
    ),
    receipt: orNull(RECEIPT),
  },
  'One attempt to submit one part to an operator.',
);

export const MESSAGE = resource(
  'Message',
  {
    id: derived(
      Type.String({ description: 'For a text decimal digits, for a chat message a UUID.' }),
      ({ id: message, chat }: ReportedMessage) => showMessageId(message, chat !== undefined),
    ),
    kind: derived(Type.Enum(['sms', 'chat']), ({ chat }: ReportedMessage) =>
      chat === undefined ? 'sms' : 'chat',
    ),
    batch_id: orNull(
      id(),
      'The batch that it belongs to; null: its request had only this message.',
    ),
    recipient: Type.String({
      description: 'Digits with country code; the user_id of a chat user who hides the number.',
    }),
    sender: derived(
      nullable('Your sender; for a chat message the digits of your number.'),
      senderOf,
    ),
    template_id: orNull(id(), 'Decimal digits; null for a free-form chat message.'),
    state: shownBy(
      Type.Enum([...MESSAGE_WORDS], { description: 'It only moves forward.' }),
      wordOfState,
    ),
    reason: from(
      'reasonWord',
      nullable(
        'Why it failed, or what the chat platform holds back, in one word that has a page under ' +
          '/docs/errors; ' +
          'promotional_hours: it waits for them; scheduled: for its time; batch_paused: for you; ' +
          'link_down: its operator cannot be reached; answer_lost: the chat platform has not ' +
          'confirmed it yet.',
      ),
    ),
    detail: from(
      'reason',
      nullable('The reason as a sentence, with the operator’s or the platform’s own last code.'),
    ),
    network: derived(
      nullable('The operator of the number; null for a chat message.'),
      ({ chat, network }: ReportedMessage) => (chat === undefined ? network : null),
    ),
    level: Type.Union([Type.Enum(['operator', 'handset']), Type.Null()], {
      description: 'Who reported its final state, once known; null for a chat message.',
    }),
    parts: Type.Integer({ minimum: 1 }),
    price: money({
      description:
        'Of all parts, at acceptance; 0.00 once it came back: of one that you cancelled, and of ' +
        'a chat message that is not charged.',
    }),
    currency: derived(Type.String(), () => CURRENCY),
    accepted_at: time('UTC.'),
    send_at: derived(
      nullableTime('Not before then: its schedule or its hours, while it waits for them.'),
      ({ heldUntilMs }: ReportedMessage) => showTimeOrNull(heldUntilMs),
    ),
    sent_at: nullableTime('When the operator or the chat platform accepted it.'),
    done_at: nullableTime('When it became final: for delivered, the time of delivery.'),
    read_at: derived(
      nullableTime('When a chat message was read; null if not reported.'),
      ({ chat }: ReportedMessage) => showTimeOrNull(chat?.readAtMs),
    ),
    test: from(
      'isTest',
      Type.Boolean({ description: 'Of a test key: neither charged nor carried to anybody.' }),
    ),
    attempts: derived(
      Type.Union([Type.Array(ATTEMPT), Type.Null()], {
        description: 'Each attempt for each part, in order; null in lists.',
      }),
      (message: ReportedMessage | MessageWithAttempts) =>
        'attempts' in message ? message.attempts.map(ATTEMPT.show) : null,
    ),
  },
  'A message, without its text.',
);

/** Where texts may be asked for. */
export const READABLE_MESSAGE = closed(
  {
    ...MESSAGE.properties,
    name: nullable('What you call the recipient: the name of your contact.'),
    text: Type.Optional(
      nullable(
        'With texts=true, as it was sent; of a chat template its present wording with the values ' +
          'sent. null: there is none, it is no longer kept, or it may be a one-time code.',
      ),
    ),
  },
  { title: 'ReadableMessage', description: 'A message; with its text where it is asked for.' },
);

/** Senders and numbers are disabled, never removed, so the account's snapshot has each of them. */
function senderOf({ from }: ReportedMessage, { sendersById, chat }: Account): string | undefined {
  return from.kind === 'sender'
    ? sendersById.get(from.id)?.name
    : chat.numbers.get(from.id)?.digits;
}
