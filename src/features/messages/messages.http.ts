/** `/v1/messages`: what became of messages, texts and chat messages. */
import { refuse } from '../../domain/failure/failure.ts';
import type { Account, Principal } from '../../domain/account/account.ts';
import type { AskMessages, ReportedMessage } from '../../domain/message/report.ts';
import { readNumberPart } from '../../domain/recipient/recipient.ts';
import type { Journey, BatchReports } from '../../journey/journey.ts';
import { Type, type Static, type TObject } from '../../kit/shape.ts';
import { idOfUuid } from '../../kit/uuid-ids.ts';
import { MESSAGE_WORDS, stateOfWord } from '../batches/batch-shape.http.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  type Endpoint,
  type Place,
  type Refused,
} from '../../api/v1/endpoint.ts';
import { getOne, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import { MESSAGE, READABLE_MESSAGE } from './message-shape.http.ts';
import { SEES_TEXTS, TEXTS, type Texts } from './message-texts.http.ts';
import type { PAGE_FIELDS } from '../../api/v1/pages.ts';
import { readId, readPerson } from '../../api/v1/shapes.ts';
import { closed } from '../../operations/resource.ts';

/** What names a message in a path, as its send returned it; 0 for what can be no id. */
export const MESSAGE_ID: Place<number> = {
  about: 'The id of a message, as its send returned it: digits or a UUID.',
  read: (text) => readId(text) ?? idOfUuid(text) ?? 0,
};

const ID = { pattern: '^[1-9][0-9]{0,15}$', examples: ['117378331478069'] };

const FILTERS = {
  recipient: Type.Optional(Type.String({ description: 'To this number, or this user_id, only.' })),
  number_part: Type.Optional(
    Type.String({
      description: 'To numbers with these digits, at least 3: the last four, or 0312, or +92 312.',
    }),
  ),
  state: Type.Optional(Type.Enum([...MESSAGE_WORDS], { description: 'In this state only.' })),
  kind: Type.Optional(Type.Enum(['sms', 'chat'])),
  test: Type.Optional(Type.Boolean({ description: 'Those of test keys only, or none of them.' })),
  batch_id: Type.Optional(Type.String({ ...ID, description: 'Of this batch only.' })),
  clicked: Type.Optional(
    Type.Boolean({
      description: 'Those whose short links were opened only, or those that were not.',
    }),
  ),
  template_id: Type.Optional(Type.String({ ...ID, description: 'Of this template only.' })),
  sender: Type.Optional(Type.String({ description: 'From this sender or chat number only.' })),
  texts: TEXTS,
  ...SPAN_FIELDS,
};

/** `GET /v1/messages` */
export function createListMessages(
  journey: Pick<Journey, 'messages'>,
  batches: Pick<BatchReports, 'findPlain'>,
  texts: Texts,
): Endpoint {
  return listOf({
    scope: 'read',
    path: '/v1/messages',
    name: 'listMessages',
    about: 'Your messages, texts and chat messages, newest first.',
    guards: [SEES_TEXTS],
    filters: FILTERS,
    item: READABLE_MESSAGE,
    title: 'MessageList',
    async find({ account, principal, query, before, span: asked }) {
      const { sender, batch_id: batchId, recipient: number, number_part: digits } = query;
      const recipient = number === undefined ? undefined : readPerson(number);
      if (recipient === undefined && number !== undefined) return BAD_NUMBER;
      const numberPart = digits === undefined ? undefined : readNumberPart(digits);
      if (numberPart === undefined && digits !== undefined) return BAD_PART;
      const from = sender === undefined ? undefined : findFrom(sender, account);
      const id = readId(batchId);
      const batch = id === undefined ? undefined : await batches.findPlain(account.id, id);
      const isNone = batchId !== undefined && batch?.published === undefined;
      if (from === 'unknown') return refuseSender(account);
      if (isNone) return [];
      const span = batch?.published?.span;
      const { messages, next } = await journey.messages(account.id, {
        ...filtersOf(query),
        fromMs: asked.sinceMs,
        toMs: asked.untilMs,
        before,
        recipient,
        numberPart,
        from,
        span,
        batchId: batch?.id,
      });
      return { rows: await readable({ account, principal, query }, messages, texts), next };
    },
    show: (message) => message,
  });
}

type Asked = {
  readonly account: Account;
  readonly principal: Principal;
  readonly query: { readonly texts?: boolean };
};

/** Messages, with names, and with their texts where they are asked for. */
async function readable(
  asked: Asked,
  messages: readonly ReportedMessage[],
  texts: Texts,
): Promise<Static<typeof READABLE_MESSAGE>[]> {
  const people = messages.map(({ recipient }) => recipient);
  const names = await texts.names(asked.account, people);
  const shown = messages.map((message) => ({
    ...MESSAGE.show(message, asked.account),
    name: names.get(message.recipient) ?? null,
  }));
  if (asked.query.texts !== true) return shown;
  const read = await texts.read(asked, messages);
  return shown.map((it, place) => ({ ...it, text: read.get(messages[place]?.id ?? 0) ?? null }));
}

/** `DELETE /v1/messages/{id}` */
export function createCancelMessage(
  journey: Pick<Journey, 'message' | 'cancel'>,
  texts: Texts,
): Endpoint {
  return defineEndpoint({
    method: 'DELETE',
    scope: 'send',
    inTest: true,
    path: '/v1/messages/{id}',
    name: 'cancelMessage',
    about: 'Cancels a message that waits: it ends as rejected, and its price is released.',
    places: { id: MESSAGE_ID },
    gives: READABLE_MESSAGE,
    failures: ['message_unknown', 'message_not_waiting', 'key_tests_only'],
    async handle({ account, principal, places: { id } }) {
      const isLive = (await journey.message(account.id, id))?.isTest === false;
      if (account.isTest && isLive) return refused('key_tests_only');
      const isCancelled = await journey.cancel(account.id, id);
      const message = await journey.message(account.id, id);
      if (message === undefined) return refused('message_unknown');
      // A repeated call finds it as it was left: cancelled.
      if (!isCancelled && message.reasonWord !== 'cancelled') return refused('message_not_waiting');
      const asked = { account, principal, query: {} };
      return done((await readable(asked, [message], texts))[0]);
    },
  });
}

function filtersOf(query: Static<TObject<typeof FILTERS & typeof PAGE_FIELDS>>) {
  const { state, kind, template_id: templateId } = query;
  return {
    most: query.limit,
    state: state === undefined ? undefined : stateOfWord(state),
    templateId: readId(templateId),
    isTest: query.test,
    clicked: query.clicked,
    isChat: kind === undefined ? undefined : kind === 'chat',
  };
}

const BAD_NUMBER = refuseField('/recipient', 'must be a mobile number or a user_id');
const BAD_PART = refuseField('/number_part', 'must be 3 to 15 digits');

const SENDERS_NAMED = 20;

/** Tells the first of those that there are. */
function refuseSender({ sendersByName, chat }: Account) {
  const known = [...sendersByName.keys(), ...chat.numbers.values().map(({ digits }) => digits)];
  const rule = `must be one of your senders: ${known.slice(0, SENDERS_NAMED).join(', ') || 'none'}`;
  return refuseField('/sender', rule);
}

/** One of the account's senders or chat numbers. */
function findFrom(
  sender: string,
  { sendersByName, chat }: Account,
): AskMessages['from'] | 'unknown' {
  const linkId = [...chat.numbers.values()].find(({ digits }) => digits === sender)?.id;
  const senderId = sendersByName.get(sender)?.id;
  return senderId === undefined && linkId === undefined ? 'unknown' : { senderId, linkId };
}

/** `GET /v1/messages/{id}` */
export function createShowMessage(
  journey: Pick<Journey, 'message'>,
  batches: Pick<BatchReports, 'findPlain'>,
  texts: Texts,
): Endpoint {
  return getOne({
    path: '/v1/messages/{id}',
    name: 'showMessage',
    scope: 'read',
    about: 'The state of one message, a text or a chat message.',
    places: { id: MESSAGE_ID },
    guards: [SEES_TEXTS],
    query: closed({ texts: TEXTS }),
    gives: READABLE_MESSAGE,
    unknown: 'message_unknown',
    failures: ['message_is_batch'],
    async find({ account, principal, places: { id }, query }) {
      const message = await journey.message(account.id, id);
      if (message !== undefined) {
        const [shown] = await readable({ account, principal, query }, [message], texts);
        if (shown !== undefined) return shown;
      }
      // Only this account's: nothing is revealed about others.
      const batch = await batches.findPlain(account.id, id);
      return batch && refuseBatch(batch.id);
    },
  });
}

/** The refusal of the id of a batch where that of a message is asked. */
export function refuseBatch(id: number): Refused {
  return { kind: 'refused', refusal: refuse('message_is_batch', { id: String(id) }) };
}
