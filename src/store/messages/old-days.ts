/** Days that are kept no longer: their partitions are dropped, and what goes with them deleted. */
import type { AccountId, MessageId } from '../../domain/ids.ts';
import { BATCH_STATES, MESSAGE_STATES } from '../../domain/message/message.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Database, Reader, Transaction } from '../../kit/postgres/pool.ts';
import { daily, statement } from '../../kit/postgres/statement.ts';
import { timeText } from '../../kit/postgres/values.ts';

/** A day as partitions are called: `20261120` (UTC). */
function nameOfDay(atMs: number): string {
  return timeText(atMs).slice(0, 10).replaceAll('-', '');
}

type Day = {
  readonly name: string;
  /** When it begins, in milliseconds since 1970. */
  readonly atMs: number;
};

const LIST = statement<{ readonly name: string }>(
  'list-days',
  `select right(c.relname, 8) as name
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where p.relname = :table and c.relname ~ '_[0-9]{8}$' and right(c.relname, 8) < :before
  order by 1`,
);

/** The days of a table before the one of `beforeMs`, the oldest first. */
export async function listDays(
  reader: Reader,
  table: 'messages' | 'webhook_deliveries',
  beforeMs: number,
): Promise<readonly Day[]> {
  const days = await reader.read(LIST, { table, before: nameOfDay(beforeMs) });
  return days.map(({ name }) => {
    const date = name.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    return { name, atMs: Date.parse(date) };
  });
}

const DROP = statement<{ readonly held: string | undefined }>(
  'drop-day',
  'select drop_day(:name) as held',
);

/**
 * Drops the messages of a day, their attempts and what chat messages have besides; what reports
 * add up of them is kept. Returns why not, when something of it may still move or is being read:
 * then nothing has happened. Rejects for a day of the last week by the server's clock.
 */
export async function dropDay(
  { transact }: Pick<Database, 'transact'>,
  name: string,
): Promise<string | undefined> {
  const [row] = await transact((transaction) => transaction.run(DROP, { name }));
  return row?.held;
}

const LIST_WITH_TEXTS = statement<{ readonly name: string }>(
  'list-days-with-texts',
  `select right(c.relname, 8) as name
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'messages'::regclass and right(c.relname, 8) < :before
    and not exists (select from forgotten_texts f where f.day = right(c.relname, 8))
  order by 1`,
);

/** Names of the days before the one of `beforeMs` that may have texts, the oldest first. */
export async function listDaysWithTexts(
  reader: Reader,
  beforeMs: number,
): Promise<readonly string[]> {
  const days = await reader.read(LIST_WITH_TEXTS, { before: nameOfDay(beforeMs) });
  return days.map(({ name }) => name);
}

export const noteForgotten = write.run<{ day: string }>(
  'note-forgotten-texts',
  'insert into forgotten_texts (day) values (:day) on conflict do nothing',
);

type Forgotten = {
  readonly accountId: AccountId;
  readonly id: MessageId;
  /** Whether one of them waits to be sent, and keeps its text. */
  readonly waits: boolean;
};

const FORGET_TEXTS = daily<Forgotten>(
  'forget-texts',
  (day) => `
  with page as (
    select account_id, id, state from messages_${day}
    where (account_id, id) > (:accountId, :id)
    order by account_id, id limit :most
  ), gone as (
    update messages_${day} m set text = '' from page s
    where m.account_id = s.account_id and m.id = s.id and m.text <> ''
      and m.state > ${MESSAGE_STATES.waiting}
  ), links as (
    update short_links l set target = '' from page s
    where l.account_id = s.account_id and l.message_id = s.id and l.target <> ''
      and s.state > ${MESSAGE_STATES.waiting}
  )
  select account_id, id,
    exists (select from page where state = ${MESSAGE_STATES.waiting}) as waits
  from page order by account_id desc, id desc limit 1`,
);

/** Empties the texts of the next messages of a day; the last of them, or undefined at its end. */
export async function forgetTexts(
  transaction: Transaction,
  day: string,
  after: { readonly accountId: AccountId; readonly id: MessageId; readonly most: number },
): Promise<Forgotten | undefined> {
  return (await transaction.run(FORGET_TEXTS(day), after))[0];
}

type Deleted = { readonly deleted: number };

/** By account, because ids lead no index; 0 is nobody's. */
const deletion = (table: string, key: string, isOld: string): string => `
  with old as (
    select o.* from (select id from accounts union all select 0) as a
    cross join lateral (
      select account_id, ${key} from ${table} where account_id = a.id and ${isOld} limit :most
    ) as o
    limit :most
  ), gone as (
    delete from ${table} t using old o
    where t.account_id = o.account_id and t.${key} = o.${key}
    returning 1
  )
  select count(*) as deleted from gone`;

const ROWS = statement<Deleted>(
  'forget-batch-rows',
  deletion(
    'batch_rows',
    'batch_id',
    `batch_id < :belowId and not exists (
      select from batches b where b.account_id = batch_rows.account_id
        and b.id = batch_rows.batch_id and b.created_at >= @beforeMs)`,
  ),
);
const UPLOADS = statement<Deleted>(
  'forget-uploads',
  deletion('uploads', 'batch_id', 'batch_id < :belowId and ended_at < @beforeMs'),
);
/** One that is not published hides its messages until it is removed with them. */
const BATCHES = statement<Deleted>(
  'forget-batches',
  deletion(
    'batches',
    'id',
    `id < :belowId and created_at < @beforeMs and state = ${BATCH_STATES.published}`,
  ),
);
const FALLBACKS = statement<Deleted>(
  'forget-fallbacks',
  deletion('fallbacks', 'batch_id', 'batch_id < :belowId and ended_at < @beforeMs'),
);
const REPLIES = statement<Deleted>('forget-replies', deletion('replies', 'id', 'id < :belowId'));
const CHAT_REPLIES = statement<Deleted>(
  'forget-chat-replies',
  deletion('chat_replies', 'id', 'id < :belowId'),
);
const APP_MESSAGES = statement<Deleted>(
  'forget-app-messages',
  deletion('chat_app_messages', 'id', 'id < :belowId'),
);
const SHORT_LINKS = statement<Deleted>(
  'forget-short-links',
  deletion('short_links', 'message_id', 'message_id < :belowId'),
);
const CONVERSATIONS = statement<Deleted>(
  'forget-conversations',
  deletion('conversations', 'id', 'last_at < @beforeMs'),
);
/** Their ids are in the order in which they came. */
const RECEIPTS = statement<Deleted>(
  'forget-receipts',
  `with oldest as (
    select id, received_at from receipts order by id limit :most
  ), gone as (
    delete from receipts r using oldest o where r.id = o.id and o.received_at < @beforeMs
    returning 1
  )
  select count(*) as deleted from gone`,
);
/** Such a window has been closed for long. */
const WINDOWS = statement<Deleted>(
  'forget-chat-windows',
  `with gone as (
    delete from chat_windows where ctid = any (array(
      select ctid from chat_windows
      where greatest(inbound_at, closed_at, marketing_rests_until) < @beforeMs
      limit :most for update skip locked
    ))
    returning 1
  )
  select count(*) as deleted from gone`,
);
type Old = { readonly belowId: number; readonly beforeMs: number; readonly most: number };

const DELETIONS: readonly ((transaction: Transaction, old: Old) => Promise<readonly Deleted[]>)[] =
  [
    (transaction, old) => transaction.run(ROWS, old),
    (transaction, old) => transaction.run(UPLOADS, old),
    (transaction, old) => transaction.run(BATCHES, old),
    (transaction, old) => transaction.run(FALLBACKS, old),
    (transaction, old) => transaction.run(REPLIES, old),
    (transaction, old) => transaction.run(CHAT_REPLIES, old),
    (transaction, old) => transaction.run(APP_MESSAGES, old),
    (transaction, old) => transaction.run(SHORT_LINKS, old),
    (transaction, old) => transaction.run(CONVERSATIONS, old),
    (transaction, old) => transaction.run(RECEIPTS, old),
    (transaction, old) => transaction.run(WINDOWS, old),
  ];

/**
 * Deletes batches, uploads, replies, short links, conversations, kept receipts and windows of
 * chats from before `beforeMs`, some of each; true when there may be more.
 */
export async function deleteOlder(
  { transact }: Pick<Database, 'transact'>,
  { beforeMs, most }: { readonly beforeMs: number; readonly most: number },
): Promise<boolean> {
  const old = { beforeMs, belowId: firstIdAt(beforeMs), most };
  let isAll = true;
  for (const work of DELETIONS) {
    const [row] = await transact((transaction) => work(transaction, old));
    if ((row?.deleted ?? 0) >= most) isAll = false;
  }
  return !isAll;
}
