/** What users of the chat platform wrote. */
import type { ChatReply, NewChatReply } from '../../domain/chat/webhook-event.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

const INSERT = statement<{ readonly id: number }>(
  'insert-chat-replies',
  `insert into chat_replies (account_id, id, link_id, operator_key, user_key, phone, user_id,
                            profile_name, kind, text, payload, message_id, context_key, wish,
                            content, written_at, received_at, media_id, media_mime, media_name,
                            group_id, is_standby, user_name)
  select t.*
  from ${rowsOf({
    accountId: 'bigint',
    id: 'bigint',
    linkId: 'int',
    operatorKey: 'text',
    userKey: 'text',
    phone: 'text',
    userId: 'text',
    profileName: 'text',
    type: 'text',
    text: 'text',
    payload: 'text',
    messageId: 'bigint',
    contextKey: 'text',
    wish: 'text',
    content: 'json',
    writtenAtMs: 'timestamptz',
    receivedAtMs: 'timestamptz',
    mediaId: 'text',
    mediaMime: 'text',
    mediaName: 'text',
    groupId: 'text',
    isStandby: 'boolean',
    userName: 'text',
  })}
  order by t.account_id, t.link_id, t.operator_key
  on conflict (account_id, link_id, operator_key) do nothing
  returning id`,
);

/** Stores replies, each once however often it comes. Returns the ids of the new ones. */
export async function insertChatReplies(
  transaction: Transaction,
  replies: readonly NewChatReply[],
): Promise<ReadonlySet<number>> {
  if (replies.length === 0) return new Set();
  const rows = replies.map((it) => ({
    ...it,
    mediaId: it.media?.id,
    mediaMime: it.media?.mime,
    mediaName: it.media?.fileName,
  }));
  return new Set((await transaction.run(INSERT, { rows })).map(({ id }) => id));
}

const CHANGE = statement(
  'change-chat-replies',
  `with changes as (
    select distinct on (e.account_id, e.link_id, e.context_key) e.account_id, e.link_id,
      e.context_key, e.kind, e.text, e.written_at
    from ${rowsOf({ accountId: 'bigint', linkId: 'int', operatorKey: 'text' })}
    join chat_replies e on e.account_id = t.account_id and e.link_id = t.link_id
      and e.context_key = t.operator_key and e.kind in ('edit', 'revoke')
    order by e.account_id, e.link_id, e.context_key, e.kind = 'revoke' desc, e.written_at desc
  ), changed as (
    update chat_replies r
    set text = c.text,
      edited_at = case when c.kind = 'edit' then c.written_at else r.edited_at end,
      revoked_at = case when c.kind = 'revoke' then c.written_at else r.revoked_at end
    from changes c
    where r.account_id = c.account_id and r.link_id = c.link_id and r.operator_key = c.context_key
      and r.kind not in ('edit', 'revoke')
    returning r.account_id, r.link_id, r.user_key, r.received_at, r.text
  ), hidden as (
    update chat_replies r set text = null, revoked_at = c.written_at
    from changes c
    where c.kind = 'revoke' and r.account_id = c.account_id and r.link_id = c.link_id
      and r.context_key = c.context_key and r.kind = 'edit'
  )
  update conversations v set last_text = left(c.text, :preview)
  from changed c
  where v.account_id = c.account_id and v.kind = 'chat' and v.own = c.link_id::text
    and v.other = c.user_key and v.last_by = 'them' and v.last_at = c.received_at`,
);

/**
 * Shows these messages as their writers last left them: a change may come before what it changes,
 * so both are looked at. Named by the platform's ids; what was taken back stays so.
 */
export async function changeChatReplies(
  transaction: Transaction,
  named: readonly {
    readonly accountId: AccountId;
    readonly linkId: LinkId;
    readonly operatorKey: string;
  }[],
): Promise<void> {
  if (named.length === 0) return;
  await transaction.run(CHANGE, { rows: named, preview: limit('conversationPreview') });
}

/** A place in the list of an account's chat replies: everything after it is older. */
type ChatReplyPlace = Pick<ChatReply, 'receivedAtMs' | 'id'>;

/** Which replies are asked for; undefined: all. */
type ChatReplyFilter = {
  /** Digits, or the platform's id of a user: any name finds all of a user's replies. */
  readonly from: string | undefined;
  readonly linkId: LinkId | undefined;
  /** Received from then on, and before then; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

type Row = Omit<ChatReply, 'media'> & {
  readonly mediaId: string | undefined;
  readonly mediaMime: string | undefined;
  readonly mediaName: string | undefined;
};

const COLUMNS = `
  r.id, r.account_id, r.link_id, r.operator_key, r.user_key, r.phone, r.user_id, r.profile_name,
  r.kind as type, r.text, r.payload, r.message_id, r.context_key, r.media_id, r.media_mime,
  r.media_name, r.content, r.wish, r.written_at, r.received_at, r.group_id, r.is_standby,
  r.edited_at, r.revoked_at, r.user_name`;

const OF_ACCOUNT = `
  select ${COLUMNS} from chat_replies r
  where r.account_id = :accountId and (r.received_at, r.id) < (@receivedAtMs, :id::bigint)
    and r.received_at >= @sinceMs and (:linkId::int is null or r.link_id = :linkId)`;
const NEWEST_FIRST = 'order by r.received_at desc, r.id desc limit :most';

const LIST = statement<Row>('list-chat-replies', `${OF_ACCOUNT} ${NEWEST_FIRST}`);

const LIST_FROM = statement<Row>(
  'list-chat-replies-from',
  `${OF_ACCOUNT}
    and r.user_key = any (array(
      select :from::text
      union all
      select u.recipient::text from chat_users u
      where u.account_id = :accountId and u.user_key = :from
      union all
      select u.user_key from chat_users u
      where u.account_id = :accountId and u.recipient = coalesce((
        select k.recipient from chat_users k
        where k.account_id = :accountId and k.user_key = :from), :phone::bigint)))
  ${NEWEST_FIRST}`,
);

/** The year 9999: after everything. */
const END_OF_TIME_MS = 253_370_764_800_000;

export async function listChatReplies(
  reader: Reader,
  accountId: AccountId,
  page: {
    readonly before: ChatReplyPlace | undefined;
    readonly most: number;
    readonly filter: ChatReplyFilter;
  },
): Promise<readonly ChatReply[]> {
  const { before = { receivedAtMs: END_OF_TIME_MS, id: 0 }, most, filter } = page;
  const { from, linkId, sinceMs = 0, untilMs } = filter;
  const { receivedAtMs, id } =
    untilMs !== undefined && untilMs <= before.receivedAtMs
      ? { receivedAtMs: untilMs, id: 0 }
      : before;
  const ask = { receivedAtMs, id, accountId, most, linkId, sinceMs };
  if (from === undefined) return (await reader.read(LIST, ask)).map(replyOf);
  const phone = /^\d{1,18}$/.test(from) ? from : undefined;
  return (await reader.read(LIST_FROM, { ...ask, from, phone })).map(replyOf);
}

const THREAD = statement<Row>(
  'list-chat-replies-of-conversation',
  `select ${COLUMNS} from chat_replies r
  where r.account_id = :accountId and r.user_key = :userKey and r.link_id = :linkId
    and r.id < :beforeId and r.group_id is null and r.kind not in ('edit', 'revoke')
  order by r.id desc limit :most`,
);

/** What one user wrote to one number, by their ids, the newest first. */
export async function listChatRepliesOfConversation(
  reader: Reader,
  ask: {
    readonly accountId: AccountId;
    readonly userKey: string;
    readonly linkId: LinkId;
    readonly beforeId: number;
    readonly most: number;
  },
): Promise<readonly ChatReply[]> {
  return (await reader.read(THREAD, ask)).map(replyOf);
}

const READ = statement<Row>(
  'read-chat-reply',
  `select ${COLUMNS} from chat_replies r where r.account_id = :accountId and r.id = :id`,
);

export async function readChatReply(
  reader: Reader,
  accountId: AccountId,
  id: number,
): Promise<ChatReply | undefined> {
  const [row] = await reader.read(READ, { accountId, id });
  return row && replyOf(row);
}

function replyOf({ mediaId: id, mediaMime: mime, mediaName: fileName, ...reply }: Row): ChatReply {
  return { ...reply, media: id === undefined ? undefined : { id, mime, fileName } };
}
