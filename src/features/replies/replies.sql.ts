/** What phones wrote. */
import type { AccountId, MessageId } from '../../domain/ids.ts';
import { REPLY_ALPHABETS, replyAlphabetOf, type KeptReply } from '../../domain/reply/reply.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { noteHeard } from '../conversations/conversations.sql.ts';

/** The account id for replies that belong to no account. */
const NOBODY = 0;

const INSERT = statement(
  'insert-replies',
  `insert into replies (account_id, id, link_id, from_address, to_address, alphabet, octets, text,
                       parts, parts_expected, message_id, wish, received_at)
  select t.*
  from ${rowsOf({
    accountId: 'bigint',
    id: 'bigint',
    linkId: 'int',
    from: 'text',
    to: 'text',
    alphabet: 'smallint',
    octets: 'bytea',
    text: 'text',
    parts: 'smallint',
    partsExpected: 'smallint',
    messageId: 'bigint',
    wish: 'text',
    receivedAtMs: 'timestamptz',
  })}`,
);

/**
 * Writes replies, those of no account under an account that does not exist, and notes them in their
 * conversations.
 */
export async function insertReplies(
  transaction: Transaction,
  replies: readonly KeptReply[],
): Promise<void> {
  if (replies.length === 0) return;
  const rows = replies.map((it) => ({
    ...it,
    accountId: it.accountId ?? NOBODY,
    alphabet: REPLY_ALPHABETS[it.alphabet],
  }));
  const heard = replies.flatMap(({ accountId, id, from, to, text, receivedAtMs: atMs }) =>
    accountId === undefined
      ? []
      : [{ accountId, id, kind: 'sms' as const, own: to, other: from, text, atMs }],
  );
  await Promise.all([transaction.run(INSERT, { rows }), noteHeard(transaction, heard)]);
}

/** A place in the list of an account's replies: everything after it is older. */
export type ReplyPlace = Pick<KeptReply, 'receivedAtMs' | 'id'>;

/** Which replies are asked for; undefined: all. */
export type ReplyFilter = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Received from then on, and before then; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

type Row = Omit<KeptReply, 'accountId' | 'alphabet'> & {
  readonly accountId: AccountId;
  readonly alphabet: number;
};

const COLUMNS = `
  r.id, r.account_id, r.link_id, r.from_address as "from", r.to_address as "to", r.alphabet,
  r.octets, r.text, r.parts, r.parts_expected, r.message_id, r.wish, r.received_at`;

const OF_ACCOUNT = `
  select ${COLUMNS} from replies r
  where r.account_id = :accountId and (r.received_at, r.id) < (@receivedAtMs, :id::bigint)
    and r.received_at >= @sinceMs`;
const NEWEST_FIRST = 'order by r.received_at desc, r.id desc limit :most';

const LIST = statement<Row>('list-replies', `${OF_ACCOUNT} ${NEWEST_FIRST}`);
const LIST_TO = statement<Row>(
  'list-replies-to',
  `${OF_ACCOUNT} and r.to_address = :to ${NEWEST_FIRST}`,
);
const LIST_FROM = statement<Row>(
  'list-replies-from',
  `${OF_ACCOUNT} and r.from_address = :from and (:to::text is null or r.to_address = :to)
  ${NEWEST_FIRST}`,
);

/** The year 9999: after everything. */
const END_OF_TIME = { receivedAtMs: 253_370_764_800_000, id: 0 };

type Page = {
  readonly before: ReplyPlace | undefined;
  readonly most: number;
  readonly filter: ReplyFilter;
};

/** The replies to an account, newest first; undefined for the account: those of no account. */
export async function listReplies(
  reader: Reader,
  accountId: AccountId | undefined,
  { before, most, filter: { from, to, sinceMs = 0, untilMs } }: Page,
): Promise<readonly KeptReply[]> {
  const { receivedAtMs, id } = before ?? END_OF_TIME;
  const isEarlier = untilMs !== undefined && untilMs <= receivedAtMs;
  const place = isEarlier ? { receivedAtMs: untilMs, id: 0 } : { receivedAtMs, id };
  const ask = { ...place, accountId: accountId ?? NOBODY, most, from, to, sinceMs };
  const unlessFrom = to === undefined ? LIST : LIST_TO;
  return (await reader.read(from === undefined ? unlessFrom : LIST_FROM, ask)).map(replyOf);
}

const THREAD = statement<Row>(
  'list-replies-of-conversation',
  `select ${COLUMNS} from replies r
  where r.account_id = :accountId and r.from_address = :from and r.to_address = :to
    and r.id < :beforeId
  order by r.id desc limit :most`,
);

/** What one phone wrote to one sender, by their ids, the newest first. */
export async function listRepliesOfConversation(
  reader: Reader,
  ask: {
    readonly accountId: AccountId;
    readonly from: string;
    readonly to: string;
    readonly beforeId: number;
    readonly most: number;
  },
): Promise<readonly KeptReply[]> {
  return (await reader.read(THREAD, ask)).map(replyOf);
}

const LIST_ALL = statement<Row>(
  'list-all-replies',
  `select ${COLUMNS}
  from (select id from accounts union all select ${NOBODY}) as a
  cross join lateral (
    select * from replies r
    where r.account_id = a.id and (r.received_at, r.id) < (@receivedAtMs, :id)
      and (:to::text is null or r.to_address = :to)
      and (:from::text is null or r.from_address = :from)
    order by r.received_at desc, r.id desc limit :most
  ) as r
  order by r.received_at desc, r.id desc limit :most`,
);

/** The replies to every account and to nobody, newest first. */
export async function listAllReplies(
  reader: Reader,
  { before, most, filter: { from, to } }: Page,
): Promise<readonly KeptReply[]> {
  const ask = { ...(before ?? END_OF_TIME), most, from, to };
  return (await reader.read(LIST_ALL, ask)).map(replyOf);
}

/** What a phone wrote last to a sender of an account, or to one that is nobody's. */
export type LastReply = Pick<
  KeptReply,
  'accountId' | 'from' | 'to' | 'alphabet' | 'octets' | 'messageId'
>;

const FIND_LAST = statement<Pick<Row, keyof LastReply>>(
  'find-last-replies',
  `select t.account_id, t.from, t.to, r.alphabet, r.octets, r.message_id
  from ${rowsOf({ accountId: 'bigint', from: 'text', to: 'text' })}
  cross join lateral (
    select * from replies r
    where r.account_id = t.account_id and r.from_address = t.from and r.to_address = t.to
    order by r.received_at desc, r.id desc limit 1
  ) as r`,
);

/** The last stored reply of each of these threads that has one. */
export async function findLastReplies(
  transaction: Transaction,
  asked: readonly Pick<LastReply, 'accountId' | 'from' | 'to'>[],
): Promise<readonly LastReply[]> {
  if (asked.length === 0) return [];
  const rows = asked.map((it) => ({ ...it, accountId: it.accountId ?? NOBODY }));
  return (await transaction.run(FIND_LAST, { rows })).map(replyOf);
}

/** The position of a reply in its list, whichever account has it; undefined: there is none. */
export const findReplyPlace = read.one<{ id: number }, ReplyPlace>(
  'find-reply-place',
  `select r.received_at, r.id
  from (select id from accounts union all select ${NOBODY}) as a
  cross join lateral (
    select r.received_at, r.id from replies r where r.account_id = a.id and r.id = :id limit 1
  ) as r
  limit 1`,
);

const READ = statement<Row>(
  'read-reply',
  `select ${COLUMNS} from replies r where r.account_id = :accountId and r.id = :id`,
);

export async function readReply(
  reader: Reader,
  accountId: AccountId,
  id: number,
): Promise<KeptReply | undefined> {
  const [row] = await reader.read(READ, { accountId, id });
  return row && replyOf(row);
}

function replyOf<Some extends Pick<Row, 'accountId' | 'alphabet'>>(row: Some) {
  const accountId = row.accountId === NOBODY ? undefined : row.accountId;
  return { ...row, accountId, alphabet: replyAlphabetOf(row.alphabet) };
}

/** The possible addressees of a reply to a sender that some account has. */
export type Writers = {
  /** The sender's name as its accounts write it. */
  readonly name: string;
  /** The account that has the sender, when it is one account's alone. */
  readonly owner: AccountId | undefined;
  /** The last message to this phone from this sender, from any account. */
  readonly last: { readonly accountId: AccountId; readonly messageId: MessageId } | undefined;
};

type WritersRow = {
  readonly asked: number;
  readonly name: string;
  readonly accounts: number;
  readonly owner: AccountId;
  readonly lastAccount: AccountId | undefined;
  readonly lastMessage: MessageId | undefined;
};

// A day's messages are found by the index on the recipient; days before the range are not touched.
const FIND_WRITERS = statement<WritersRow>(
  'find-writers',
  `select t.asked::int, t.name, owners.accounts::int, owners.owner,
         last.account_id as last_account, last.id as last_message
  from ${rowsOf({ asked: 'int', name: 'text', recipient: 'bigint' })}
  cross join lateral (
    select count(*) as accounts, min(two.account_id) as owner
    from (select s.account_id from senders s
          where s.name = t.name and s.state = 'approved' limit 2) two
  ) owners
  left join lateral (
    select m.account_id, m.id
    from messages m
    join senders s on s.account_id = m.account_id and s.id = m.sender_id
    where m.answerable and m.recipient = t.recipient and m.id >= :sinceId::bigint
      and m.sent_at is not null and s.name = t.name and s.state = 'approved'
    order by m.sent_at desc, m.id desc limit 1
  ) last on true
  where owners.accounts > 0
  order by t.asked`,
);

/** A reply, reduced to what finding its owner needs. */
type Asked = {
  /** The names that its sender may have, the likeliest first. */
  readonly names: readonly string[];
  /** The phone it came from; undefined when no message can have gone there. */
  readonly recipient: string | undefined;
};

/** For each reply the possible addressee, among messages accepted since; undefined: nobody. */
export async function findWriters(
  transaction: Transaction,
  asked: readonly Asked[],
  sinceMs: number,
): Promise<readonly (Writers | undefined)[]> {
  if (asked.length === 0) return [];
  const rows = asked.flatMap(({ names, recipient }, index) =>
    names.map((name) => ({ asked: index, name, recipient })),
  );
  const found = await transaction.run(FIND_WRITERS, { rows, sinceId: firstIdAt(sinceMs) });
  const byAsked = Map.groupBy(found, (row) => row.asked);
  return asked.map((_, index) => writersOf(byAsked.get(index)?.[0]));
}

function writersOf(row: WritersRow | undefined): Writers | undefined {
  if (row === undefined) return undefined;
  const { name, accounts, owner, lastAccount: accountId, lastMessage: messageId } = row;
  const isWritten = accountId !== undefined && messageId !== undefined;
  return {
    name,
    owner: accounts === 1 ? owner : undefined,
    last: isWritten ? { accountId, messageId } : undefined,
  };
}
