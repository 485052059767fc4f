/** `POST /v1/messages`: one message or many, texts or chat messages. */
import { noteIfAnswer, numberOf, onlyAnswers } from '../conversations/answer.http.ts';
import type { ChatOutcome } from '../../domain/chat/request.ts';
import {
  failureOf,
  sentenceOf,
  type FailureReason,
  type Refusal,
} from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Acceptance, Taken } from '../../domain/message/draft.ts';
import { formatRupees, showRupees } from '../../domain/pricing/money.ts';
import { readRecipient, readingRecipients } from '../../domain/recipient/recipient.ts';
import type { Journey } from '../../journey/journey.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { forEachYielding, runYielding } from '@paigham/base/yielding.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { uuidOf } from '../../kit/uuid-ids.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { CURRENCY, MOST_ROWS_NAMED } from '../batches/batch-shape.http.ts';
import { DAY, readChatDay, SPREAD_DAYS, type Day } from './chat-day.http.ts';
import {
  defineEndpoint,
  faultsOfSend,
  refuseField,
  type Asked,
  type Endpoint,
  type Outcome,
} from '../../api/v1/endpoint.ts';
import { readText, TEXT_FAILURES, TEXT_FIELDS } from './preview-message.http.ts';
import { placeInContent } from './place-in-content.ts';
import { readChat } from './read-chat.http.ts';
import { readSchedule, SEND_AT, SEND_WINDOW, type Schedule } from './schedule.http.ts';
import { closed, nullable } from '../../operations/resource.ts';

const CONTENT = Type.Record(Type.String(), Type.Any(), {
  description:
    'What a chat message says, as in template_data of the chat interface: header, body, buttons; ' +
    'without template_id as in free_form.',
});

const RECIPIENT = Type.Union(
  [
    Type.String(),
    closed({
      recipient: Type.String(),
      values: Type.Optional(TEXT_FIELDS.values),
      content: Type.Optional(CONTENT),
    }),
  ],
  {
    description:
      'A number, for chat also the user_id of somebody who wrote to you; or an object with it ' +
      'and values or content of its own, over the common ones.',
  },
);

export const NEW_MESSAGES = closed(
  {
    kind: Type.Enum(['sms', 'chat'], { default: 'sms' }),
    recipients: Type.Array(RECIPIENT, { minItems: 1, maxItems: limit('recipientsPerRequest') }),
    sender: Type.Optional(
      Type.String({ description: 'An approved sender; of chat messages your number.' }),
    ),
    template_id: Type.Optional(
      Type.String({ description: 'An approved template; without one chat is in free form.' }),
    ),
    values: TEXT_FIELDS.values,
    content: Type.Optional(CONTENT),
    unicode: TEXT_FIELDS.unicode,
    network: TEXT_FIELDS.network,
    ported: TEXT_FIELDS.ported,
    send_at: Type.Optional(SEND_AT),
    send_window: Type.Optional(SEND_WINDOW),
    spread: Type.Boolean({
      default: false,
      description:
        'For more than 2,000 chat messages by template: only as many leave in 24 hours as the ' +
        `chat platform lets you write to, over at most ${SPREAD_DAYS} days.`,
    }),
    dry_run: Type.Boolean({ default: false, description: 'All checks and the price, no more.' }),
  },
  { title: 'NewMessages', description: 'A text or a chat message to one recipient or many.' },
);

export type NewMessages = Static<typeof NEW_MESSAGES>;

const SENT_MESSAGES = closed(
  {
    id: nullable('Of the message, or of the batch; null for a dry run and a few chat messages.'),
    kind: Type.Enum(['sms', 'chat']),
    dry_run: Type.Boolean(),
    recipients: Type.Integer({ minimum: 0, description: 'That are written to.' }),
    parts: Type.Integer({ minimum: 0 }),
    price: nullable('Of all that are written to, look-ups included.'),
    remaining: nullable('What you may still spend; null for an agent.'),
    currency: Type.String(),
    messages: Type.Array(closed({ id: nullable('null in a dry run.'), recipient: Type.String() }), {
      description: 'The first 1,000.',
    }),
    refused: Type.Array(
      closed({
        recipient: Type.String({ description: 'Its digits, or which one it is.' }),
        reason: nullable('In one word, which has a page under /docs/errors; or `repeated`.'),
        detail: Type.String(),
      }),
      { description: 'The first 1,000 that are not written to, and why.' },
    ),
    people_today: DAY,
  },
  { title: 'SentMessages', description: 'What a send came to.' },
);

type Sent = Static<typeof SENT_MESSAGES>;

export type SendMessagesDeps = {
  readonly journey: Pick<Journey, 'takeIn' | 'takeInChat'>;
  readonly clock: Clock;
  readonly chat: Pick<ChatEndpointDeps, 'chat' | 'reader'>;
  /** Logs an unexpected error. */
  readonly reportError: (error: unknown) => unknown;
};

type Ask = Pick<Asked<never, typeof NEW_MESSAGES>, 'account' | 'body' | 'idempotency'> & {
  readonly schedule: Schedule;
};

/** `POST /v1/messages` */
export function createSendMessages(deps: SendMessagesDeps): Endpoint {
  const { journey, clock } = deps;
  return defineEndpoint({
    method: 'POST',
    scope: 'send',
    inTest: true,
    path: '/v1/messages',
    name: 'sendMessages',
    bucket: 'sends',
    comparesVersion: true,
    about: 'Sends a text or a chat message to one recipient or many.',
    takes: NEW_MESSAGES,
    lacks: (given) => needed(given).filter((name) => given[name] === undefined),
    gives: SENT_MESSAGES,
    statuses: {
      200: 'What a dry run came to.',
      201: 'All that can be sent is charged and queued.',
    },
    repeatable: true,
    forAgents: true,
    guards: [onlyAnswers(deps.chat.reader)],
    failures: FAILURES,
    async handle({ account, principal, body, idempotency: key }) {
      const schedule = readSchedule(body, clock.nowMs());
      if ('kind' in schedule) return schedule;
      // A dry run leaves nothing behind that a repeat could double.
      const asked = { account, body, idempotency: body.dry_run ? undefined : key, schedule };
      const sent = await (body.kind === 'chat' ? sendChat(deps, asked) : sendTexts(journey, asked));
      if (sent.kind !== 'done') return sent;
      await noteIfAnswer(deps, { account, principal }, body);
      if (principal.isAgent !== true || sent.body === undefined) return sent;
      return { ...sent, body: { ...sent.body, remaining: null } };
    },
  });
}

async function sendTexts(journey: Pick<Journey, 'takeIn'>, ask: Ask): Promise<Outcome<Sent>> {
  const { account, body, idempotency, schedule } = ask;
  const { sender = '', template_id: templateId = '', dry_run: dryRun } = body;
  if (body.spread) return refuseField('/spread', 'is for chat messages', 'body');
  const misplaced = body.recipients.findIndex((it) => typeof it === 'object' && it.content);
  if (body.content !== undefined || misplaced >= 0) {
    const pointer = misplaced < 0 ? '/content' : `/recipients/${misplaced}/content`;
    return refuseField(pointer, 'is for chat messages', 'body');
  }
  const taken = await journey.takeIn({
    ...readText(account, { ...body, sender, template_id: templateId }),
    recipients: await runYielding(readingRecipients(body.recipients.map(numberOf))),
    ownValues: await ownValuesOf(body),
    network: body.network,
    ported: body.ported,
    dryRun,
    idempotency,
    ...schedule,
  });
  if (taken.kind === 'refused') {
    const values = await runYielding(findingValues(body));
    return { ...taken, faults: faultsOfSend(taken.refusal, values) };
  }
  return answer(taken, dryRun, (acceptance) => showTexts(acceptance, dryRun));
}

/** What its kind needs: a chat message has a template, or content in free form. */
function needed({ kind, content }: Partial<Record<string, unknown>>): readonly string[] {
  if (kind !== 'chat') return ['sender', 'template_id'];
  return content === undefined ? ['template_id'] : [];
}

/** Where the values are of the first who would be written to: what all are refused for. */
function* findingValues({ recipients }: NewMessages): Generator<undefined, string, void> {
  for (const [at, it] of recipients.entries()) {
    if (at % limit('rowsInPiece') === 0) yield;
    if (!readRecipient(numberOf(it)).ok) continue;
    return typeof it === 'object' && it.values !== undefined ? `recipients/${at}/values` : 'values';
  }
  return 'values';
}

/** undefined: everybody gets the same text. */
async function ownValuesOf({ recipients }: NewMessages) {
  const own = new Map<string, ReadonlyMap<string, unknown>>();
  await forEachYielding(recipients, limit('rowsInPiece'), (it) => {
    if (typeof it === 'string' || it.values === undefined) return;
    const read = readRecipient(it.recipient);
    // A repeated number is left out: its first values count.
    if (read.ok && !own.has(read.number)) own.set(read.number, new Map(Object.entries(it.values)));
  });
  return own.size === 0 ? undefined : own;
}

const NO_HOURS = refuseField('/send_window', 'is for texts', 'body');

/** What is not a batch leaves at once: nothing could hold its rest back. */
const isLong = ({ recipients, template_id: templateId }: NewMessages): boolean =>
  templateId !== undefined && recipients.length > limit('chatGroupMessages');

const LONG = limit('chatGroupMessages');
const NOT_LONG = refuseField(
  '/spread',
  `is for more than ${LONG} chat messages by template`,
  'body',
);

const tooManyDays = ({ days }: NonNullable<Day>) => {
  const rule = `would take ${days} days, and nothing waits longer than ${SPREAD_DAYS}`;
  return refuseField('/spread', rule, 'body');
};

async function sendChat(
  { journey, chat: { reader }, clock }: SendMessagesDeps,
  ask: Ask,
): Promise<Outcome<Sent>> {
  const { account, body, idempotency, schedule } = ask;
  const { sendAtMs, sendHours } = schedule;
  if (sendHours !== undefined) return NO_HOURS;
  if (body.spread && !isLong(body)) return NOT_LONG;
  const read = await readChat(account, body);
  if (read.kind !== 'read') return read;
  const { dry_run: dryRun, spread } = body;
  const isAsked = dryRun || spread;
  const day = isAsked ? await readChatDay({ reader, clock }, account, read.send) : null;
  if (spread && day !== null && day.days > SPREAD_DAYS) return tooManyDays(day);
  const of = { account, ...read.send, dryRun, idempotency, sendAtMs, spread };
  const taken = await journey.takeInChat(of);
  if (taken.kind === 'accepted') {
    const { results } = taken.acceptance;
    const refusals = results.flatMap((it) => (it.ok ? [] : [it.refusal]));
    const short = refusals.find(({ reason }) => failureOf(reason).code === '8');
    const refusal = short ?? refusals[0];
    if (refusal !== undefined && refusals.length === results.length) {
      return { kind: 'refused', refusal, faults: faultsOf(taken.acceptance, body) };
    }
  }
  return answer(taken, dryRun, (outcome) => {
    return { ...showChats(outcome, dryRun), people_today: dryRun ? day : null };
  });
}

/** Refusals of chat messages that are about who it is for, not what is said. */
const OF_RECIPIENTS: readonly FailureReason[] = [
  'chat_window_closed',
  'chat_opted_out',
  'chat_no_consent',
  'chat_unpriced',
  'chat_user_unknown',
  'chat_user_misspelt',
  'chat_code_to_user',
];

const isOfContent = ({ reason }: Refusal): boolean =>
  reason.startsWith('chat_') && !OF_RECIPIENTS.includes(reason);

/** Why nobody is written to: by recipient, and once for the content that all of them get. */
function faultsOf({ results }: ChatOutcome, { recipients, content }: NewMessages) {
  const faults = results.slice(0, MOST_ROWS_NAMED).flatMap((it, at) => {
    if (it.ok) return [];
    const { refusal } = it;
    const to = recipients[at];
    const own = typeof to === 'object' ? to.content : undefined;
    const place = placeInContent(refusal, { own, common: content });
    const within = own !== undefined && place.isOwn ? `recipients/${at}/content` : 'content';
    const pointer = isOfContent(refusal) ? [within, ...place.path].join('/') : `recipients/${at}`;
    return [{ pointer: `/body/${pointer}`, rule: sentenceOf(refusal) }];
  });
  return faults.filter(
    ({ pointer }, at) => faults.findIndex((it) => it.pointer === pointer) === at,
  );
}

function answer<Answer>(
  taken: Taken<Answer>,
  dryRun: boolean,
  show: (answer: Answer) => Sent,
): Outcome<Sent> {
  if (taken.kind !== 'accepted') return taken;
  const body = show(taken.acceptance);
  const { id, messages } = body;
  if (dryRun) return { kind: 'done', status: 200, body };
  const location = `/v1/${messages.length > 1 && id !== null ? 'batches' : 'messages'}`;
  const path = id === null ? location : `${location}/${id}`;
  return { kind: 'done', status: 201, body, location: path, replayed: taken.replayed };
}

function showTexts(acceptance: Acceptance, dryRun: boolean): Sent {
  const { id, recipients, parts, priceMicros, remainingMicros, listed, filtered } = acceptance;
  return {
    id: id === undefined ? null : String(id),
    kind: 'sms',
    dry_run: dryRun,
    recipients,
    parts,
    price: showRupees(priceMicros),
    remaining: formatRupees(remainingMicros),
    currency: CURRENCY,
    messages: listed.map((it) => {
      return { id: it.id === undefined ? null : String(it.id), recipient: it.recipient };
    }),
    refused: filtered.map(({ shown, reason, word }) => {
      return { recipient: shown, reason: word ?? null, detail: reason };
    }),
    people_today: null,
  };
}

function showChats(outcome: ChatOutcome, dryRun: boolean): Omit<Sent, 'people_today'> {
  const { results, batchId, priceMicros, remainingMicros } = outcome;
  const accepted = results.flatMap((it) => (it.ok ? [it] : []));
  const refused = results.flatMap((it) => (it.ok ? [] : [it]));
  const messages = accepted.slice(0, limit('resultsPerAnswer')).map(({ id, recipient }) => {
    return { id: id === undefined ? null : uuidOf(id), recipient: String(recipient) };
  });
  const only = accepted.length === 1 ? messages[0]?.id : undefined;
  return {
    id: batchId === undefined ? (only ?? null) : String(batchId),
    kind: 'chat',
    dry_run: dryRun,
    recipients: accepted.length,
    parts: accepted.length,
    price: priceMicros === undefined ? null : showRupees(priceMicros),
    remaining: formatRupees(remainingMicros),
    currency: CURRENCY,
    messages,
    refused: refused.slice(0, limit('resultsPerAnswer')).map(({ shown, refusal }) => {
      return { recipient: shown, reason: refusal.reason, detail: sentenceOf(refusal) };
    }),
  };
}

const FAILURES = [
  ...TEXT_FAILURES,
  'needs_unicode',
  'no_valid_recipient',
  'portability_unavailable',
  'portability_directory',
  'rejected_not_own_number',
  ...(['rejected_opted_out', 'rejected_do_not_call', 'rejected_no_consent'] as const),
  'rejected_too_many',
  'rejected_spending',
  'credit_insufficient',
  'no_price',
  'no_route',
  'chat_template_unknown',
  'chat_template_not_approved',
  'chat_user_unknown',
  'chat_user_misspelt',
  'chat_code_to_user',
  'chat_window_closed',
  'chat_opted_out',
  'chat_no_consent',
  'chat_number_unknown',
  'window_closed',
  'queue_full',
] as const;
