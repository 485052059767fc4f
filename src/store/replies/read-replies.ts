import type { AccountId, LinkId, MessageId, ReplyId } from '../../domain/ids.ts';
import { replyAlphabetOf, type KeptReply, type OptoutRequest } from '../../domain/reply/reply.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { NOBODY } from './insert-replies.ts';

/** A place in the list of an account's replies: everything after it is older. */
export type ReplyPlace = Pick<KeptReply, 'receivedAtMs' | 'id'>;

/** Which replies are asked for; undefined: all. */
export type ReplyFilter = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

type Row = {
  readonly id: ReplyId;
  readonly account_id: AccountId;
  readonly link_id: LinkId;
  readonly from_address: string;
  readonly to_address: string;
  readonly alphabet: number;
  readonly octets: Buffer;
  readonly text: string | null;
  readonly parts: number;
  readonly parts_expected: number;
  readonly message_id: MessageId | null;
  readonly wish: OptoutRequest | null;
  readonly received_at: number;
};

const COLUMNS = `
  r.id, r.account_id, r.link_id, r.from_address, r.to_address, r.alphabet, r.octets, r.text,
  r.parts, r.parts_expected, r.message_id, r.wish, r.received_at`;

const BEFORE = '(r.received_at, r.id) < (to_timestamp($2::float8 / 1000), $3::bigint)';
const NEWEST_FIRST = 'order by r.received_at desc, r.id desc limit $4';

const LIST_REPLIES = `
  select ${COLUMNS} from replies r
  where r.account_id = $1 and ${BEFORE} and ($5::text is null or r.to_address = $5)
  ${NEWEST_FIRST}`;

const LIST_REPLIES_FROM = `
  select ${COLUMNS} from replies r
  where r.account_id = $1 and ${BEFORE} and ($5::text is null or r.to_address = $5)
    and r.from_address = $6
  ${NEWEST_FIRST}`;

/** The replies to an account, newest first; undefined for the account: those of nobody. */
export async function listReplies(
  reader: Reader,
  accountId: AccountId | undefined,
  page: {
    readonly before: ReplyPlace | undefined;
    readonly most: number;
    readonly filter: ReplyFilter;
  },
): Promise<readonly KeptReply[]> {
  const { before, most, filter } = page;
  const { receivedAtMs = END_OF_TIME_MS, id = 0 } = before ?? {};
  const values = [accountId ?? NOBODY, receivedAtMs, id, most, filter.to ?? null];
  const rows =
    filter.from === undefined
      ? await reader.read<Row>('list-replies', LIST_REPLIES, values)
      : await reader.read<Row>('list-replies-from', LIST_REPLIES_FROM, [...values, filter.from]);
  return rows.map(toReply);
}

const LIST_ALL_REPLIES = `
  select ${COLUMNS}
  from (select id from accounts union all select ${NOBODY}) as a
  cross join lateral (
    select * from replies r
    where r.account_id = a.id and (r.received_at, r.id) < (to_timestamp($1::float8 / 1000), $2)
      and ($4::text is null or r.to_address = $4) and ($5::text is null or r.from_address = $5)
    order by r.received_at desc, r.id desc limit $3
  ) as r
  order by r.received_at desc, r.id desc limit $3`;

/** The replies to every account and to nobody, newest first. */
export async function listAllReplies(
  reader: Reader,
  { before, most, filter }: Parameters<typeof listReplies>[2],
): Promise<readonly KeptReply[]> {
  const { receivedAtMs = END_OF_TIME_MS, id = 0 } = before ?? {};
  const values = [receivedAtMs, id, most, filter.to ?? null, filter.from ?? null];
  return (await reader.read<Row>('list-all-replies', LIST_ALL_REPLIES, values)).map(toReply);
}

const FIND_PLACE = `
  select round(extract(epoch from r.received_at) * 1000)::bigint as "receivedAtMs", r.id
  from (select id from accounts union all select ${NOBODY}) as a
  cross join lateral (
    select r.received_at, r.id from replies r where r.account_id = a.id and r.id = $1 limit 1
  ) as r
  limit 1`;

/** Where a reply stands in its list, whosever it is; undefined: there is none. */
export async function findReplyPlace(reader: Reader, id: number): Promise<ReplyPlace | undefined> {
  const [place] = await reader.read<ReplyPlace>('find-reply-place', FIND_PLACE, [id]);
  return place;
}

/** The year 9999: after everything. */
const END_OF_TIME_MS = 253_370_764_800_000;

const READ_REPLY = `select ${COLUMNS} from replies r where r.account_id = $1 and r.id = $2`;

/** One reply to an account; undefined when it has none with this id. */
export async function readReply(
  reader: Reader,
  accountId: AccountId,
  id: number,
): Promise<KeptReply | undefined> {
  const [row] = await reader.read<Row>('read-reply', READ_REPLY, [accountId, id]);
  return row && toReply(row);
}

function toReply(row: Row): KeptReply {
  return {
    id: row.id,
    accountId: row.account_id === NOBODY ? undefined : row.account_id,
    linkId: row.link_id,
    from: row.from_address,
    to: row.to_address,
    alphabet: replyAlphabetOf(row.alphabet),
    octets: row.octets,
    text: row.text ?? undefined,
    parts: row.parts,
    partsExpected: row.parts_expected,
    messageId: row.message_id ?? undefined,
    wish: row.wish ?? undefined,
    receivedAtMs: row.received_at,
  };
}
