import type { ChatReply } from '../../domain/chat/reply.ts';
import type { AccountId, LinkId, MessageId, ReplyId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A place in the list of an account's chat replies: everything after it is older. */
export type ChatReplyPlace = Pick<ChatReply, 'receivedAtMs' | 'id'>;

/** Which replies are asked for; undefined: all. */
export type ChatReplyFilter = {
  /** Digits, or the platform's id of a user: by any name, all of a user's replies are found. */
  readonly from: string | undefined;
  readonly linkId: LinkId | undefined;
};

type Row = {
  readonly id: ReplyId;
  readonly account_id: AccountId;
  readonly link_id: LinkId;
  readonly operator_key: string;
  readonly user_key: string;
  readonly phone: string | null;
  readonly user_id: string | null;
  readonly profile_name: string | null;
  readonly kind: string;
  readonly text: string | null;
  readonly payload: string | null;
  readonly message_id: MessageId | null;
  readonly context_key: string | null;
  readonly media_id: string | null;
  readonly media_mime: string | null;
  readonly media_name: string | null;
  readonly content: unknown;
  readonly wish: ChatReply['wish'] | null;
  readonly written_at: number;
  readonly received_at: number;
};

const COLUMNS = `
  r.id, r.account_id, r.link_id, r.operator_key, r.user_key, r.phone, r.user_id, r.profile_name,
  r.kind, r.text, r.payload, r.message_id, r.context_key, r.media_id, r.media_mime, r.media_name,
  r.content, r.wish, r.written_at, r.received_at`;

const BEFORE = '(r.received_at, r.id) < (to_timestamp($2::float8 / 1000), $3::bigint)';
const NEWEST_FIRST = 'order by r.received_at desc, r.id desc limit $4';

const LIST = `
  select ${COLUMNS} from chat_replies r
  where r.account_id = $1 and ${BEFORE} and ($5::int is null or r.link_id = $5)
  ${NEWEST_FIRST}`;

const LIST_FROM = `
  select ${COLUMNS} from chat_replies r
  where r.account_id = $1 and ${BEFORE} and ($5::int is null or r.link_id = $5)
    and r.user_key = any (array(
      select $6::text
      union all
      select u.recipient::text from chat_users u where u.account_id = $1 and u.user_key = $6
      union all
      select u.user_key from chat_users u where u.account_id = $1 and u.recipient = $7::bigint))
  ${NEWEST_FIRST}`;

/** The year 9999: after everything. */
const END_OF_TIME_MS = 253_370_764_800_000;

/** The chat replies to an account, newest first. */
export async function listChatReplies(
  reader: Reader,
  accountId: AccountId,
  page: {
    readonly before: ChatReplyPlace | undefined;
    readonly most: number;
    readonly filter: ChatReplyFilter;
  },
): Promise<readonly ChatReply[]> {
  const { before, most, filter } = page;
  const { receivedAtMs = END_OF_TIME_MS, id = 0 } = before ?? {};
  const values = [accountId, receivedAtMs, id, most, filter.linkId ?? null];
  const rows =
    filter.from === undefined
      ? await reader.read<Row>('list-chat-replies', LIST, values)
      : await reader.read<Row>('list-chat-replies-from', LIST_FROM, [
          ...values,
          filter.from,
          /^\d{1,18}$/.test(filter.from) ? filter.from : null,
        ]);
  return rows.map(toReply);
}

const READ = `select ${COLUMNS} from chat_replies r where r.account_id = $1 and r.id = $2`;

/** One chat reply to an account; undefined when it has none with this id. */
export async function readChatReply(
  reader: Reader,
  accountId: AccountId,
  id: number,
): Promise<ChatReply | undefined> {
  const [row] = await reader.read<Row>('read-chat-reply', READ, [accountId, id]);
  return row && toReply(row);
}

function toReply(row: Row): ChatReply {
  return {
    id: row.id,
    accountId: row.account_id,
    linkId: row.link_id,
    operatorKey: row.operator_key,
    userKey: row.user_key,
    phone: row.phone ?? undefined,
    userId: row.user_id ?? undefined,
    profileName: row.profile_name ?? undefined,
    type: row.kind,
    text: row.text ?? undefined,
    payload: row.payload ?? undefined,
    messageId: row.message_id ?? undefined,
    contextKey: row.context_key ?? undefined,
    media: mediaOf(row),
    content: row.content,
    wish: row.wish ?? undefined,
    writtenAtMs: row.written_at,
    receivedAtMs: row.received_at,
  };
}

function mediaOf({ media_id: id, media_mime: mime, media_name: fileName }: Row) {
  return id === null ? undefined : { id, mime: mime ?? undefined, fileName: fileName ?? undefined };
}
