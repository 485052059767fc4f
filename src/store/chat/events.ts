/** Webhook events of the chat platform, kept until they are processed. */
import type { AccountId, ChatBusinessId } from '../../domain/ids.ts';
import { last, read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** An event of the platform's webhook, as received. */
export type ChatPost = {
  readonly accountId: AccountId;
  /** The business account of the path it came by. */
  readonly businessId: ChatBusinessId;
  /** SHA-256 of `raw`, in hex. */
  readonly hash: string;
  readonly raw: Uint8Array;
};

/** Stores events, each once however often it comes. Returns how many are new. */
export const insertEvents = last.count<{ rows: readonly ChatPost[]; atMs: number }>(
  'insert-chat-events',
  `insert into chat_events (account_id, business_id, hash, raw, received_at, due_at)
  select t.account_id, t.business_id, decode(t.hash, 'hex'), t.raw, now.at, now.at
  from ${rowsOf({ accountId: 'bigint', businessId: 'int', hash: 'text', raw: 'bytea' }, 'place')},
       (select @atMs as at) as now
  order by t.place
  on conflict (account_id, business_id, hash) do nothing
  returning id`,
);

/** An event to be processed; nobody else can while it is locked. */
export type DueEvent = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly businessId: ChatBusinessId;
  readonly raw: Buffer;
  readonly tries: number;
  readonly receivedAtMs: number;
};

/** Lengths are known without reading long values; only the chosen ones are read. */
const LOCK_DUE = statement<DueEvent>(
  'lock-due-chat-events',
  `with due as materialized (
    select e.account_id, e.id, e.business_id, e.raw, e.tries, e.received_at, e.due_at,
           octet_length(e.raw) as bytes
    from chat_events e
    where e.due_at <= @atMs and (:id::bigint is null or e.id = :id)
    order by e.due_at, e.id
    limit :most
    for update skip locked
  )
  select account_id, id, business_id, raw, tries, received_at
  from (select due.*, sum(bytes) over (order by due_at, id) - bytes as before from due) as summed
  where before = 0 or before + bytes <= :mostBytes
  order by due_at, id`,
);

type DueEventsAsk = {
  readonly atMs: number;
  readonly most: number;
  /** In total; the first is included whatever its length. */
  readonly mostBytes: number;
  /** This one alone. */
  readonly id?: number;
};

/** Locks the oldest events that are due at `atMs`; with `id`, only that one, if it is due. */
export async function lockDueEvents(
  transaction: Transaction,
  ask: DueEventsAsk,
): Promise<readonly DueEvent[]> {
  return (await transaction.run(LOCK_DUE, ask)).toSorted((a, b) => a.id - b.id);
}

type EventKey = Pick<DueEvent, 'accountId' | 'id'>;

export type EventFate = EventKey & {
  /** When it is retried; undefined: never. */
  readonly dueAtMs: number | undefined;
  readonly tries: number;
  /** Why it could not be processed; undefined: it was, or it was postponed for other reasons. */
  readonly error: string | undefined;
};

export const endEvents = write.rows<EventFate>(
  'end-chat-events',
  `update chat_events e set due_at = t.due_at, tries = t.tries, error = t.error
  from ${rowsOf({
    accountId: 'bigint',
    id: 'bigint',
    dueAtMs: 'timestamptz',
    tries: 'smallint',
    error: 'text',
  })}
  where e.account_id = t.account_id and e.id = t.id`,
);

/** Deletes events of which nothing is left to know. */
export const forgetSpent = write.rows<EventKey>(
  'forget-spent-chat-events',
  `delete from chat_events e
  using ${rowsOf({ accountId: 'bigint', id: 'bigint' })}
  where e.account_id = t.account_id and e.id = t.id`,
);

/** Deletes up to `most` old events that were processed or given up; returns how many. */
export const forgetEvents = write.count<{ beforeMs: number; most: number }>(
  'forget-chat-events',
  `delete from chat_events e
  where e.ctid = any (array(
    select f.ctid from chat_events f
    where f.received_at < @beforeMs and f.due_at is null
    limit :most for update skip locked
  ))
  returning e.id`,
);

/** A due event without its content. */
export type DueEventName = EventKey & { readonly tries: number };

/** The oldest due events, without locking. */
export const listDueEvents = read.many<{ atMs: number; most: number }, DueEventName>(
  'list-due-chat-events',
  `select account_id, id, tries from chat_events
  where due_at <= @atMs order by due_at, id limit :most`,
);

type EventBacklog = {
  readonly waiting: number;
  /** When the oldest of those came (milliseconds since 1970); undefined: none is waiting. */
  readonly oldestAtMs: number | undefined;
  /** Given up after several tries: for people. */
  readonly failed: number;
};

export const readEventBacklog = read.single<void, EventBacklog>(
  'read-chat-backlog',
  `select count(*) filter (where due_at is not null)::int as waiting,
         min(received_at) filter (where due_at is not null) as oldest_at,
         count(*) filter (where due_at is null)::int as failed
  from chat_events where due_at is not null or error is not null`,
);

/** What a field of the webhook said that this program does not follow. */
export type UnreadField = {
  readonly field: string;
  readonly payload: string;
  readonly atMs: number;
};

/** Keeps the first payload of each such field, of at most so many fields, and counts the others. */
export const noteUnreadFields = write.rows<UnreadField, { readonly most: number }>(
  'note-unread-chat-fields',
  `insert into chat_unread_fields as u (field, seen, first_at, last_at, payload)
  select t.field, count(*), min(t.at), max(t.at), (array_agg(t.payload order by t.at))[1]
  from ${rowsOf({ field: 'text', payload: 'text', atMs: 'timestamptz' })}
  where exists (select from chat_unread_fields k where k.field = t.field)
    or (select count(*) from chat_unread_fields) < :most
  group by t.field
  order by t.field
  on conflict (field) do update
    set seen = u.seen + excluded.seen, last_at = greatest(u.last_at, excluded.last_at)`,
);

/** How often such fields came, by name. */
export const listUnreadFields = read.many<
  void,
  { readonly field: string; readonly seen: number; readonly lastAtMs: number }
>('list-unread-chat-fields', 'select field, seen, last_at from chat_unread_fields order by field');

/** Forgets those that came no more. */
export const forgetUnreadFields = write.run<{ beforeMs: number }>(
  'forget-unread-chat-fields',
  'delete from chat_unread_fields where last_at < @beforeMs',
);
