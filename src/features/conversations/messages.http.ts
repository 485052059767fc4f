/** `GET /v1/conversations/{id}/messages`: both directions of a conversation, by time. */
import type { Account, Principal } from '../../domain/account/account.ts';
import { unpackContent } from '../../domain/chat/content.ts';
import type { ChatTemplateId, LinkId, MessageId, TemplateId } from '../../domain/ids.ts';
import type { ReportedMessage } from '../../domain/message/report.ts';
import type { Journey } from '../../journey/journey.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { uuidOf } from '../../kit/uuid-ids.ts';
import { readChatContents } from '../../store/chat/messages.ts';
import { listAppMessages } from '../../store/chat/app-messages.ts';
import { listChatRepliesOfConversation } from '../../store/chat/replies.ts';
import { findConversation, type Conversation } from './conversations.sql.ts';
import { listRepliesOfConversation } from '../replies/replies.sql.ts';
import { MESSAGE_WORDS, wordOfState } from '../batches/batch-shape.http.ts';
import { CHAT_REPLY } from '../replies/chat-replies.http.ts';
import { refused, type Endpoint } from '../../api/v1/endpoint.ts';
import { SEES_TEXTS, TEXTS, type Texts } from '../messages/message-texts.http.ts';
import {
  closed,
  nullable,
  nullableTime,
  showTime,
  showTimeOrNull,
} from '../../operations/resource.ts';
import { idOf, listOf } from '../../api/v1/list.ts';

const TEMPLATE = closed({ id: Type.String(), name: Type.String() });

const SAID = closed(
  {
    id: Type.String({ description: 'Of the reply or the message; in_app: the platform’s.' }),
    direction: Type.Enum(['in', 'out'], { description: 'in: they wrote it.' }),
    at: Type.String({ format: 'date-time', description: 'When we got it, or accepted it.' }),
    type: Type.String({ description: 'text, template, image, video, audio, document, …' }),
    text: nullable(
      'The text or caption. Of a template its wording without its values; with texts=true as it ' +
        'was sent, one-time codes excepted. null: there is none, or it cannot be read.',
    ),
    file: CHAT_REPLY.properties.file,
    template: Type.Union([TEMPLATE, Type.Null()]),
    state: Type.Union([Type.Enum([...MESSAGE_WORDS]), Type.Null()], {
      description: 'What became of your message; null for theirs.',
    }),
    in_app: Type.Boolean({
      description: 'It was said in the app on a phone, not by this service.',
    }),
    detail: nullable('Why your message failed or waits, as a sentence.'),
    edited_at: CHAT_REPLY.properties.edited_at,
    revoked_at: CHAT_REPLY.properties.revoked_at,
    read_at: nullableTime('When a chat message was read; null if not reported.'),
  },
  { title: 'Said', description: 'One message of a conversation.' },
);

type Said = Static<typeof SAID>;
type Placed = { readonly place: number; readonly said: Said };
/** `next`: below it there may be more; 0: there is no more. */
type Stretch = { readonly found: readonly Placed[]; readonly next: number };
type Deps = {
  readonly reader: Reader;
  readonly journey: Pick<Journey, 'messages'>;
  readonly texts: Texts;
};
type Ask = {
  readonly account: Account;
  readonly principal: Principal;
  readonly before: number;
  readonly most: number;
  /** What we said is shown as it was sent. */
  readonly withTexts: boolean;
};

export function createListConversationMessages(deps: Deps): Endpoint {
  return listOf({
    path: '/v1/conversations/{id}/messages',
    name: 'listConversationMessages',
    forAgents: true,
    scope: 'read',
    about: 'What was said in a conversation, by them and by you, the newest first.',
    places: { id: idOf('a conversation') },
    guards: [SEES_TEXTS],
    filters: { texts: TEXTS },
    item: SAID,
    title: 'ConversationMessages',
    failures: ['conversation_unknown'],
    async find({ account, principal, places: { id }, query, ...asked }) {
      const of = await findConversation(deps.reader, { accountId: account.id, id });
      if (of === undefined) return refused('conversation_unknown');
      const { limit: most, texts: withTexts = false } = query;
      const { before = Number.MAX_SAFE_INTEGER } = asked;
      const ask = { account, principal, before, most, withTexts };
      const lists = [listTheirs, listOurs, listInApp];
      const stretches = await Promise.all(lists.map((list) => list(deps, of, ask)));
      const { data, next } = merge(stretches, most);
      return { rows: data, next: next === 0 ? undefined : next };
    },
    show: (said) => said,
  });
}

/**
 * Both, newest first, down to where each of them is known. Ids grow with time, to the second;
 * within a page the moments decide.
 */
function merge(stretches: readonly Stretch[], most: number) {
  const floor = Math.max(...stretches.map(({ next }) => next));
  const known = stretches
    .flatMap(({ found }) => found)
    .filter(({ place }) => place >= floor)
    .toSorted((a, b) => b.place - a.place);
  const shown = known.slice(0, most);
  const next = known.length > most ? (shown.at(-1)?.place ?? floor) : floor;
  const data = shown.map(({ said }) => said).toSorted((a, b) => b.at.localeCompare(a.at));
  return { data, next };
}

const THEIRS = {
  direction: 'in' as const,
  template: null,
  state: null,
  detail: null,
  in_app: false,
  edited_at: null,
  revoked_at: null,
  read_at: null,
};

const NOTHING: Stretch = { found: [], next: 0 };

/** What was said in the app on a phone that has the number, too. */
async function listInApp({ reader }: Deps, of: Conversation, ask: Ask): Promise<Stretch> {
  if (of.kind !== 'chat') return NOTHING;
  const found = await listAppMessages(reader, {
    accountId: ask.account.id,
    userKey: of.other,
    linkId: Number(of.own) as LinkId,
    beforeId: ask.before,
    most: ask.most + 1,
  });
  const shown = found.slice(0, ask.most).map((it): Placed => {
    const { id: place, operatorKey: id, isOurs, type, text = null, writtenAtMs } = it;
    const said = { ...THEIRS, id, type, text, file: null, in_app: true, at: showTime(writtenAtMs) };
    const changed = {
      edited_at: showTimeOrNull(it.editedAtMs),
      revoked_at: showTimeOrNull(it.revokedAtMs),
    };
    return { place, said: { ...said, ...changed, direction: isOurs ? 'out' : 'in' } };
  });
  return { found: shown, next: found.length > ask.most ? (shown.at(-1)?.place ?? 0) : 0 };
}

async function listTheirs({ reader }: Deps, of: Conversation, ask: Ask): Promise<Stretch> {
  const page = { accountId: ask.account.id, beforeId: ask.before, most: ask.most + 1 };
  const found =
    of.kind === 'sms'
      ? (await listRepliesOfConversation(reader, { ...page, from: of.other, to: of.own })).map(
          ({ id, text, receivedAtMs }): Placed => {
            const own = { id: String(id), at: showTime(receivedAtMs), text: text ?? null };
            return { place: id, said: { ...THEIRS, ...own, type: 'text', file: null } };
          },
        )
      : (
          await listChatRepliesOfConversation(reader, {
            ...page,
            userKey: of.other,
            linkId: Number(of.own) as LinkId,
          })
        ).map((reply): Placed => {
          const { received_at: at, edited_at, revoked_at, ...it } = CHAT_REPLY.show(reply);
          const { id, type, text, file } = it;
          const own = { id, type, text, file, at, edited_at, revoked_at };
          return { place: reply.id, said: { ...THEIRS, ...own } };
        });
  const shown = found.slice(0, ask.most);
  return { found: shown, next: found.length > ask.most ? (shown.at(-1)?.place ?? 0) : 0 };
}

async function listOurs(deps: Deps, of: Conversation, ask: Ask): Promise<Stretch> {
  const { reader, journey } = deps;
  const { account, before, most } = ask;
  const isChat = of.kind === 'chat';
  const from = isChat
    ? { senderId: undefined, linkId: Number(of.own) as LinkId }
    : { senderId: account.sendersByName.get(of.own)?.id, linkId: undefined };
  const isOurs = from.senderId !== undefined || from.linkId !== undefined;
  if (!isOurs) return NOTHING;
  const { messages, next = 0 } = await journey.messages(account.id, {
    before,
    most,
    recipient: of.other,
    isChat,
    from,
    isTest: false,
    state: undefined,
    batchId: undefined,
    span: undefined,
    templateId: undefined,
    fromMs: undefined,
    toMs: undefined,
  });
  const free = messages.filter(({ templateId }) => isChat && templateId === undefined);
  const keys = free.map(({ id }) => ({ accountId: account.id, messageId: id as MessageId }));
  const contents = new Map(
    (await readChatContents(reader, keys)).map((it) => [it.messageId, it.text]),
  );
  const templated = messages.filter((it) => !free.includes(it));
  const texts = ask.withTexts ? await deps.texts.read(ask, templated) : undefined;
  const found = messages.map((message): Placed => {
    const packed = contents.get(message.id as MessageId);
    const content =
      packed === undefined
        ? wordingOf(message, account, texts?.get(message.id))
        : freeForm(packed, message.id);
    return { place: message.id, said: { ...showOurs(message), ...content } };
  });
  return { found, next };
}

type Content = Pick<Said, 'type' | 'text' | 'file' | 'template'>;

/** Without `asSent` values are left out: nobody must learn another's one-time code. */
function wordingOf(
  { chat, templateId }: ReportedMessage,
  account: Account,
  asSent: string | undefined,
): Content {
  const id = String(templateId ?? '');
  const found =
    chat === undefined
      ? account.templates.get(templateId as TemplateId)
      : account.chat.templates.get(templateId as ChatTemplateId);
  const text = found && ('definition' in found ? found.definition.body.text : found.message);
  return {
    type: 'template',
    text: asSent ?? text ?? null,
    file: null,
    template: found ? { id, name: found.name } : null,
  };
}

function freeForm(packed: string, id: number): Content {
  const content = unpackContent(packed);
  const none = { text: null, file: null, template: null };
  // What has been forgotten was some text.
  if (content === undefined || content.kind === 'template') return { ...none, type: 'text' };
  const { kind: type } = content;
  if (type === 'text' || type === 'request_contact_info') {
    return { ...none, type, text: content.body };
  }
  const caption = type === 'audio' ? '' : content.caption;
  const name = type === 'document' ? content.fileName : null;
  const file = { mime_type: null, file_name: name, href: `/v1/messages/${uuidOf(id)}/file` };
  return { ...none, type, text: caption === '' ? null : caption, file };
}

function showOurs(message: ReportedMessage): Omit<Said, keyof Content> {
  const { id, chat, state, reason, acceptedAtMs } = message;
  return {
    id: chat === undefined ? String(id) : uuidOf(id),
    direction: 'out',
    at: showTime(acceptedAtMs),
    in_app: false,
    edited_at: null,
    revoked_at: null,
    state: wordOfState(state),
    detail: reason ?? null,
    read_at: showTimeOrNull(chat?.readAtMs),
  };
}
