/** `/v1/messages/{id}`: what became of one message, a text or a chat message. */
import type { Account } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import type { ReportedMessage } from '../../domain/message/report.ts';
import { formatRupees } from '../../domain/pricing/money.ts';
import type { Journey, BatchReports } from '../../journey/journey.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { idOfUuid, uuidOf } from '../../kit/uuid-ids.ts';
import { CURRENCY, MESSAGE_WORDS, wordOfState } from './batch-shape.ts';
import { defineEndpoint, done, refused, type Endpoint } from './endpoint.ts';
import { closed, nullable, nullableTime, readId, showTime, showTimeOrNull } from './shapes.ts';

export const MESSAGE = closed(
  {
    id: Type.String({ description: 'Of a text decimal digits, of a chat message a UUID.' }),
    kind: Type.Enum(['sms', 'chat']),
    batch_id: nullable('Of the batch that it is one of; null: its request had no other.'),
    recipient: Type.String({ description: 'Digits with country code.' }),
    sender: nullable('Your sender; of a chat message the digits of your number.'),
    template_id: nullable('Decimal digits; null of a chat message in free form.'),
    state: Type.Enum([...MESSAGE_WORDS], { description: 'It only moves forward.' }),
    reason: nullable(
      'Why it came to nothing, in one word that has a page under /docs/errors; ' +
        'promotional_hours: it waits for them; link_down: its operator cannot be reached.',
    ),
    detail: nullable('The reason as a sentence, with the chat platform’s own number behind it.'),
    network: nullable('The operator of the number; null of a chat message.'),
    level: Type.Union([Type.Enum(['operator', 'handset']), Type.Null()], {
      description: 'Whose word its state is, once there is one; null of a chat message.',
    }),
    parts: Type.Integer({ minimum: 1 }),
    price: Type.String({
      description:
        'Of all parts, when it was accepted; 0.00 of a chat message that is not charged.',
    }),
    currency: Type.String(),
    accepted_at: Type.String({ format: 'date-time', description: 'UTC.' }),
    sent_at: nullableTime('When the operator or the chat platform had taken it.'),
    done_at: nullableTime('When it got its last word: of delivered, when that was.'),
    read_at: nullableTime('When a chat message was read; null where nobody says so.'),
  },
  { title: 'Message', description: 'A message. What it says is not told.' },
);

/** `GET /v1/messages/{id}` */
export function createShowMessage(
  journey: Pick<Journey, 'message'>,
  batches: Pick<BatchReports, 'findPlain'>,
): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/messages/{id}',
    name: 'showMessage',
    about: 'What became of one message, a text or a chat message.',
    places: { id: 'The id of a message, as its send was answered: digits or a UUID.' },
    gives: MESSAGE,
    failures: ['message_unknown', 'message_is_batch'],
    async handle({ account, places }) {
      const id = readId(places['id']) ?? idOfUuid(places['id'] ?? '');
      if (id === undefined) return refused('message_unknown');
      const message = await journey.message(account.id, id);
      if (message !== undefined) return done(show(message, account));
      // Of this account alone: about others nothing is told.
      const batch = await batches.findPlain(account.id, id);
      if (batch === undefined) return refused('message_unknown');
      return { kind: 'refused', refusal: refuse('message_is_batch', { id: String(batch.id) }) };
    },
  });
}

function show(message: ReportedMessage, account: Account): Static<typeof MESSAGE> {
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
    price: formatRupees(message.priceMicros),
    currency: CURRENCY,
    accepted_at: showTime(message.acceptedAtMs),
    sent_at: showTimeOrNull(message.sentAtMs),
    done_at: showTimeOrNull(message.doneAtMs),
    read_at: showTimeOrNull(chat?.readAtMs),
  };
}

/** Senders and numbers are switched off, never removed: the account's snapshot has each. */
function senderOf({ from }: ReportedMessage, { sendersById, chat }: Account): string | undefined {
  return from.kind === 'sender'
    ? sendersById.get(from.id)?.name
    : chat.numbers.get(from.id)?.digits;
}
