import type { AccountId, ChatBusinessId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** A post of the platform's webhook, as it came. */
export type ChatPost = {
  readonly accountId: AccountId;
  /** By whose path it came. */
  readonly businessId: ChatBusinessId;
  /** SHA-256 of `raw`, in hex. */
  readonly hash: string;
  readonly raw: Uint8Array;
};

const INSERT_EVENTS = `
  insert into chat_events (account_id, business_id, hash, raw, received_at, due_at)
  select t.account_id, t.business_id, decode(t.hash, 'hex'), decode(t.raw, 'hex'),
         now.at, now.at
  from unnest($1::bigint[], $2::int[], $3::text[], $4::text[])
         with ordinality as t (account_id, business_id, hash, raw, place),
       (select to_timestamp($5::float8 / 1000) as at) as now
  order by t.place
  on conflict (account_id, business_id, hash) do nothing
  returning id`;

/** Keeps posts, each once however often it comes. Gives how many are new. */
export async function insertEvents(
  transaction: Transaction,
  posts: readonly ChatPost[],
  atMs: number,
): Promise<number> {
  const rows = await transaction.last('insert-chat-events', INSERT_EVENTS, [
    posts.map((it) => it.accountId),
    posts.map((it) => it.businessId),
    posts.map((it) => it.hash),
    posts.map((it) => Buffer.from(it.raw).toString('hex')),
    atMs,
  ]);
  return rows.length;
}

/** A post that is to be worked off; nobody else does while it is locked. */
export type DueEvent = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly businessId: ChatBusinessId;
  readonly raw: Buffer;
  readonly tries: number;
  readonly receivedAtMs: number;
};

type Row = {
  readonly account_id: AccountId;
  readonly id: number;
  readonly business_id: ChatBusinessId;
  readonly raw: Buffer;
  readonly tries: number;
  readonly received_at: number;
};

/** Lengths are known without reading what is long; that is read of the chosen alone. */
const LOCK_DUE = `
  with due as materialized (
    select e.account_id, e.id, e.business_id, e.raw, e.tries, e.received_at, e.due_at,
           octet_length(e.raw) as bytes
    from chat_events e
    where e.due_at <= to_timestamp($1::float8 / 1000) and ($3::bigint is null or e.id = $3)
    order by e.due_at, e.id
    limit $2
    for update skip locked
  )
  select account_id, id, business_id, raw, tries, received_at
  from (select due.*, sum(bytes) over (order by due_at, id) - bytes as before from due) as summed
  where before = 0 or before + bytes <= $4
  order by due_at, id`;

export type DueEventsAsk = {
  readonly atMs: number;
  readonly most: number;
  /** Of all of them together; the first comes whatever its length. */
  readonly mostBytes: number;
  /** This one alone. */
  readonly id?: number;
};

/** Locks the oldest posts that are due at `atMs`; with `id` that one alone, if it is. */
export async function lockDueEvents(
  transaction: Transaction,
  { atMs, most, mostBytes, id }: DueEventsAsk,
): Promise<readonly DueEvent[]> {
  const values = [atMs, most, id ?? null, mostBytes];
  const rows = await transaction.run<Row>('lock-due-chat-events', LOCK_DUE, values);
  return rows
    .map((row) => ({
      accountId: row.account_id,
      id: row.id,
      businessId: row.business_id,
      raw: row.raw,
      tries: row.tries,
      receivedAtMs: row.received_at,
    }))
    .toSorted((a, b) => a.id - b.id);
}

/** A post's name. */
export type EventKey = Pick<DueEvent, 'accountId' | 'id'>;

/** What becomes of a post that was looked at. */
export type EventFate = EventKey & {
  /** When it is looked at again; undefined: never. */
  readonly dueAtMs: number | undefined;
  readonly tries: number;
  /** Why it could not be worked off; undefined: it was, or is put off for no fault of its own. */
  readonly error: string | undefined;
};

const END_EVENTS = `
  update chat_events e
  set due_at = to_timestamp(t.due_at / 1000), tries = t.tries, error = t.error
  from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::smallint[], $5::text[])
       as t (account_id, id, due_at, tries, error)
  where e.account_id = t.account_id and e.id = t.id`;

/** Writes what became of posts. */
export async function endEvents(
  transaction: Transaction,
  fates: readonly EventFate[],
): Promise<void> {
  if (fates.length === 0) return;
  await transaction.run('end-chat-events', END_EVENTS, [
    fates.map((it) => it.accountId),
    fates.map((it) => it.id),
    fates.map((it) => it.dueAtMs ?? null),
    fates.map((it) => it.tries),
    fates.map((it) => it.error ?? null),
  ]);
}

const FORGET_EVENTS = `
  delete from chat_events e
  where e.ctid = any (array(
    select f.ctid from chat_events f
    where f.received_at < to_timestamp($1::float8 / 1000) and f.due_at is null
    limit $2 for update skip locked
  ))
  returning e.id`;

/** Forgets posts that were worked off or given up, received before; how many, at most `most`. */
export async function forgetEvents(
  transaction: Transaction,
  ask: { readonly beforeMs: number; readonly most: number },
): Promise<number> {
  const values = [ask.beforeMs, ask.most];
  return (await transaction.run('forget-chat-events', FORGET_EVENTS, values)).length;
}

/** A due post without its content. */
export type DueEventName = EventKey & { readonly tries: number };

const LIST_DUE = `
  select account_id as "accountId", id, tries from chat_events
  where due_at <= to_timestamp($1::float8 / 1000)
  order by due_at, id limit $2`;

/** The oldest posts that are due, nothing is locked. */
export async function listDueEvents(
  reader: Reader,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly DueEventName[]> {
  return reader.read<DueEventName>('list-due-chat-events', LIST_DUE, [ask.atMs, ask.most]);
}
