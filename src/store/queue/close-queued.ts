import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import type { AccountId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { ATTEMPT_OUTCOMES, type MessageKey } from '../../domain/message/message.ts';
import { timeOfId } from '../../kit/ids.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

type Row = { readonly account_id: number; readonly message_id: number };

const keyOf = (row: Row): MessageKey => ({
  accountId: row.account_id as AccountId,
  messageId: row.message_id as MessageId,
});

/** A message and the lease under which this node took it. */
export type Held = MessageKey & { readonly lease: NodeLease };

type HeldRow = Row & { readonly node: number; readonly epoch: number };

const heldOf = (row: HeldRow): Held => ({
  ...keyOf(row),
  lease: { slot: row.node, epoch: row.epoch },
});

/**
 * Rows are found by key, one look-up each, and then named by their place. A join would let the
 * planner, which has seen the queue empty, read all of it for every group. Whoever names a row by
 * its place asks for its holder once more: it may have changed hands since it was looked up, and
 * only what is asked of the row itself is asked again after waiting for it.
 */
const HELD_PLACE = `
  select q.ctid as place from queue q
  where q.account_id = t.account_id and q.message_id = t.message_id
    and q.node = t.node and q.epoch = t.epoch
  limit 1`;

const LEAVE_QUEUE = `
  delete from queue q
  using (
    select t.node, t.epoch, h.place
    from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::int[])
         as t (account_id, message_id, node, epoch)
    cross join lateral (${HELD_PLACE}) as h
  ) as t
  where q.ctid = t.place and q.node = t.node and q.epoch = t.epoch
  returning q.account_id, q.message_id, q.node, q.epoch`;

/**
 * Takes messages out of the line, if this node still holds them: whoever gets a message back here,
 * and nobody else, moves its state and its money.
 */
export async function leaveQueue(
  transaction: Transaction,
  keys: readonly Held[],
): Promise<readonly Held[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run(plain<HeldRow>('leave-queue', LEAVE_QUEUE), heldLists(keys));
  return rows.map(heldOf);
}

const LEAVE_QUEUE_WHOLE = `
  with gone as (${LEAVE_QUEUE})
  select require_all((select count(*) from gone), cardinality($1::bigint[]))`;

/**
 * The same for a group in which every message is held, without asking first: when one is not, the
 * transaction fails with NOT_ALL and nothing has happened.
 */
export async function leaveQueueWhole(
  transaction: Transaction,
  keys: readonly Held[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.run(plain('leave-queue-whole', LEAVE_QUEUE_WHOLE), heldLists(keys));
}

function heldLists(keys: readonly Held[]): readonly string[] {
  return [
    numberList(keys.map((key) => key.accountId)),
    numberList(keys.map((key) => key.messageId)),
    numberList(keys.map((key) => key.lease.slot)),
    numberList(keys.map((key) => key.lease.epoch)),
  ];
}

/**
 * A held message that goes back into the line until `dueAtMs`; `attempt` is the number of the last
 * one it has had. `lostUntilMs`: its answer is lost, and nobody submits it again.
 */
export type PutBack = Held & {
  readonly dueAtMs: number;
  readonly attempt: number;
  readonly lostUntilMs: number | undefined;
  /** By how much its validity grows, within the bound on held messages; 0 when absent. */
  readonly prolongMs?: number;
};

/** When a message expires at the latest, however long its hours held it (milliseconds). */
function latestExpiryOf(messageId: MessageId): number {
  return timeOfId(messageId) + (limit('validityHours') + limit('heldHours')) * HOUR_MS;
}

const PUT_BACK = `
  update queue q set node = null, epoch = null, attempt = t.attempt,
                     due_at = to_timestamp(t.due_at / 1000),
                     lost_until = to_timestamp(t.lost_until / 1000),
                     expires_at = case when t.prolong_ms = 0 then q.expires_at else
                       greatest(q.expires_at, least(
                         q.expires_at + make_interval(secs => t.prolong_ms / 1000),
                         to_timestamp(t.latest / 1000))) end
  from (
    select t.*, h.place
    from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::smallint[], $5::smallint[],
                $6::int[], $7::float8[], $8::float8[], $9::float8[])
         as t (account_id, message_id, due_at, attempt, node, epoch, lost_until, prolong_ms,
               latest)
    cross join lateral (${HELD_PLACE}) as h
  ) as t
  where q.ctid = t.place and q.node = t.node and q.epoch = t.epoch
  returning q.account_id, q.message_id, t.node, t.epoch`;

/** Gives held messages back to the line, for a later attempt. Tells which this node did hold. */
export async function putBack(
  transaction: Transaction,
  entries: readonly PutBack[],
): Promise<readonly Held[]> {
  if (entries.length === 0) return [];
  const rows = await transaction.run(plain<HeldRow>('put-back', PUT_BACK), [
    entries.map((entry) => entry.accountId),
    entries.map((entry) => entry.messageId),
    entries.map((entry) => entry.dueAtMs),
    entries.map((entry) => entry.attempt),
    entries.map((entry) => entry.lease.slot),
    entries.map((entry) => entry.lease.epoch),
    entries.map((entry) => entry.lostUntilMs ?? null),
    entries.map((entry) => entry.prolongMs ?? 0),
    entries.map((entry) => latestExpiryOf(entry.messageId)),
  ]);
  return rows.map(heldOf);
}

/** A message and the number of its last attempt. */
export type AttemptKey = MessageKey & { readonly attempt: number };

const LEAVE_QUEUE_UNHELD = `
  delete from queue q
  using (
    select t.attempt, h.place
    from unnest($1::bigint[], $2::bigint[], $3::smallint[])
         as t (account_id, message_id, attempt)
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = t.account_id and w.message_id = t.message_id
        and w.node is null and w.attempt = t.attempt
      limit 1
    ) as h
  ) as t
  where q.ctid = t.place and q.node is null and q.attempt = t.attempt
  returning q.account_id, q.message_id, q.attempt`;

/**
 * Takes messages out of the line that wait there after an ambiguous attempt whose answer has come
 * after all. Gives back those that nobody has begun to send again.
 */
export async function leaveQueueUnheld(
  transaction: Transaction,
  entries: readonly AttemptKey[],
): Promise<readonly AttemptKey[]> {
  if (entries.length === 0) return [];
  const rows = await transaction.run(
    plain<Row & { readonly attempt: number }>('leave-queue-unheld', LEAVE_QUEUE_UNHELD),
    [
      entries.map((entry) => entry.accountId),
      entries.map((entry) => entry.messageId),
      entries.map((entry) => entry.attempt),
    ],
  );
  return rows.map((row) => ({ ...keyOf(row), attempt: row.attempt }));
}

const HASTEN_LOST = `
  update queue q set due_at = to_timestamp($4::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[]) as t (account_id, message_id, attempt)
  where q.account_id = t.account_id and q.message_id = t.message_id and q.attempt = t.attempt
    and q.lost_until is not null and q.node is null`;

/** Has messages looked at now, of whose lost answers one has come after all. */
export async function hastenLost(
  transaction: Transaction,
  entries: readonly AttemptKey[],
  atMs: number,
): Promise<void> {
  if (entries.length === 0) return;
  await transaction.run(plain('hasten-lost', HASTEN_LOST), keyLists(entries, atMs));
}

const HASTEN_KNOWN = `
  ${HASTEN_LOST}
    and not exists (
      select from attempts a
      where a.account_id = t.account_id and a.message_id = t.message_id and a.attempt = t.attempt
        and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null)`;

/** The same for messages whose lost answers have all come before they were put back. */
export async function hastenKnown(
  transaction: Transaction,
  entries: readonly AttemptKey[],
  atMs: number,
): Promise<void> {
  if (entries.length === 0) return;
  await transaction.run(plain('hasten-known', HASTEN_KNOWN), keyLists(entries, atMs));
}

function keyLists(entries: readonly AttemptKey[], atMs: number): readonly unknown[] {
  return [
    entries.map((entry) => entry.accountId),
    entries.map((entry) => entry.messageId),
    entries.map((entry) => entry.attempt),
    atMs,
  ];
}

const LEAVE_QUEUE_EXPLAINED = `
  delete from queue q
  using (
    select h.place
    from unnest($1::bigint[], $2::bigint[]) as t (account_id, message_id)
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = t.account_id and w.message_id = t.message_id and w.node is null
      limit 1 for update skip locked
    ) as h
  ) as t
  where q.ctid = t.place and q.node is null
  returning q.account_id, q.message_id`;

/**
 * Takes messages out of the line that wait there although their receiver has them. Those that
 * somebody holds, or takes just now, are left to him.
 */
export async function leaveQueueExplained(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly MessageKey[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run(plain<Row>('leave-queue-explained', LEAVE_QUEUE_EXPLAINED), [
    numberList(keys.map((key) => key.accountId)),
    numberList(keys.map((key) => key.messageId)),
  ]);
  return rows.map(keyOf);
}
