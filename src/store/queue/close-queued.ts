/** How messages leave the queue, or go back into it to wait. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import type { AccountId, LinkId, MessageId, SenderId, TemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { ATTEMPT_OUTCOMES, type MessageKey } from '../../domain/message/message.ts';
import { timeOfId } from '../../kit/ids.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { numberList } from '../../kit/postgres/values.ts';

export type Held = MessageKey & { readonly lease: NodeLease };

type HeldRow = MessageKey & { readonly node: number; readonly epoch: number };

const heldOf = ({ accountId, messageId, node: slot, epoch }: HeldRow): Held => {
  return { accountId, messageId, lease: { slot, epoch } };
};

/**
 * Rows are found by key, one look-up each, and then addressed by ctid. A join would let the
 * planner, which has seen the queue empty, read all of it for every group. Addressing a row by
 * ctid requires checking its holder again: it may have changed since it was looked up, and
 * only conditions on the row itself are rechecked after waiting for its lock.
 */
const HELD_PLACE = `
  select q.ctid as place from queue q
  where q.account_id = t.account_id and q.message_id = t.message_id
    and q.node = t.node and q.epoch = t.epoch
  limit 1`;

const LEAVING = `
  delete from queue q
  using (
    select t.node, t.epoch, h.place
    from unnest(:accountId::bigint[], :messageId::bigint[], :slot::smallint[], :epoch::int[])
         as t (account_id, message_id, node, epoch)
    cross join lateral (${HELD_PLACE}) as h
  ) as t
  where q.ctid = t.place and q.node = t.node and q.epoch = t.epoch
  returning q.account_id, q.message_id, t.node, t.epoch`;

const LEAVE = statement<HeldRow>('leave-queue', LEAVING);

/**
 * Removes messages from the queue, if this node still holds them: whoever gets a message back here,
 * and nobody else, moves its state and its money.
 */
export async function leaveQueue(
  transaction: Transaction,
  keys: readonly Held[],
): Promise<readonly Held[]> {
  if (keys.length === 0) return [];
  return (await transaction.run(LEAVE, heldLists(keys))).map(heldOf);
}

const LEAVE_WHOLE = statement(
  'leave-queue-whole',
  `with gone as (${LEAVING})
  select require_all((select count(*) from gone), cardinality(:accountId::bigint[]))`,
);

/**
 * The same for a group in which every message should be held, with no check first: if one is not,
 * transaction fails with NOT_ALL and nothing has happened.
 */
export async function leaveQueueWhole(
  transaction: Transaction,
  keys: readonly Held[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.run(LEAVE_WHOLE, heldLists(keys));
}

function heldLists(keys: readonly Held[]) {
  return {
    accountId: numberList(keys.map((key) => key.accountId)),
    messageId: numberList(keys.map((key) => key.messageId)),
    slot: numberList(keys.map((key) => key.lease.slot)),
    epoch: numberList(keys.map((key) => key.lease.epoch)),
  };
}

/**
 * A held message that returns to the queue until `dueAtMs`; `attempt` is the number of the last
 * one it has had. `lostUntilMs`: its answer is lost, and nobody submits it again.
 */
export type PutBack = Held & {
  readonly dueAtMs: number;
  readonly attempt: number;
  readonly lostUntilMs: number | undefined;
  /** By how much its validity grows, within the limit for held messages; default 0. */
  readonly prolongMs?: number;
  /** The link that it waits for from now on; undefined: the same. */
  readonly movesTo?: LinkId | undefined;
};

/** When a message expires at the latest, however long its hours held it (milliseconds). */
function latestExpiryOf(messageId: MessageId): number {
  return timeOfId(messageId) + (limit('validityHours') + limit('heldHours')) * HOUR_MS;
}

const PUT_BACK = statement<HeldRow>(
  'put-back',
  `update queue q set node = null, epoch = null, attempt = t.attempt, due_at = t.due_at,
                     lost_until = t.lost_until, link_id = coalesce(t.moves_to, q.link_id),
                     since = case when t.prolong_ms = 0 then coalesce(q.since, q.due_at) end,
                     expires_at = case when t.prolong_ms = 0 then q.expires_at else
                       greatest(q.expires_at, least(
                         q.expires_at + make_interval(secs => t.prolong_ms / 1000),
                         t.latest)) end
  from (
    select t.*, h.place
    from ${rowsOf({
      accountId: 'bigint',
      messageId: 'bigint',
      dueAtMs: 'timestamptz',
      attempt: 'smallint',
      node: 'smallint',
      epoch: 'int',
      lostUntilMs: 'timestamptz',
      movesTo: 'int',
      prolongMs: 'float8',
      latestMs: 'timestamptz',
    })}
    cross join lateral (${HELD_PLACE}) as h
  ) as t
  where q.ctid = t.place and q.node = t.node and q.epoch = t.epoch
  returning q.account_id, q.message_id, t.node, t.epoch`,
);

/** Puts held messages back in the queue, for a later attempt. Returns those this node did hold. */
export async function putBack(
  transaction: Transaction,
  entries: readonly PutBack[],
): Promise<readonly Held[]> {
  if (entries.length === 0) return [];
  const rows = entries.map(({ lease, prolongMs = 0, ...entry }) => ({
    ...entry,
    node: lease.slot,
    epoch: lease.epoch,
    prolongMs,
    latestMs: latestExpiryOf(entry.messageId),
  }));
  return (await transaction.run(PUT_BACK, { rows })).map(heldOf);
}

/** A message and the number of its last attempt. */
export type AttemptKey = MessageKey & { readonly attempt: number };

const ATTEMPTS = rowsOf({ accountId: 'bigint', messageId: 'bigint', attempt: 'smallint' });

const LEAVE_UNHELD = statement<AttemptKey>(
  'leave-queue-unheld',
  `delete from queue q
  using (
    select t.attempt, h.place
    from ${ATTEMPTS}
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = t.account_id and w.message_id = t.message_id
        and w.node is null and w.attempt = t.attempt
      limit 1
    ) as h
  ) as t
  where q.ctid = t.place and q.node is null and q.attempt = t.attempt
  returning q.account_id, q.message_id, q.attempt`,
);

/**
 * Removes messages from the queue that wait after an ambiguous attempt whose answer has come
 * after all. Returns those that nobody has begun to send again.
 */
export async function leaveQueueUnheld(
  transaction: Transaction,
  entries: readonly AttemptKey[],
): Promise<readonly AttemptKey[]> {
  if (entries.length === 0) return [];
  return transaction.run(LEAVE_UNHELD, { rows: entries });
}

const HASTENING = `
  update queue q set due_at = @atMs
  from ${ATTEMPTS}
  where q.account_id = t.account_id and q.message_id = t.message_id and q.attempt = t.attempt
    and q.lost_until is not null and q.node is null`;

/** Makes messages due now if one of their lost answers has come after all. */
export const hastenLost = write.rows<AttemptKey, { readonly atMs: number }>(
  'hasten-lost',
  HASTENING,
);

/** The same for messages whose lost answers all came before they were put back. */
export const hastenKnown = write.rows<AttemptKey, { readonly atMs: number }>(
  'hasten-known',
  `${HASTENING}
    and not exists (
      select from attempts a
      where a.account_id = t.account_id and a.message_id = t.message_id and a.attempt = t.attempt
        and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null)`,
);

const LEAVE_EXPLAINED = statement<MessageKey>(
  'leave-queue-explained',
  `delete from queue q
  using (
    select h.place
    from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = t.account_id and w.message_id = t.message_id and w.node is null
      limit 1 for update skip locked
    ) as h
  ) as t
  where q.ctid = t.place and q.node is null
  returning q.account_id, q.message_id`,
);

/**
 * Removes messages from the queue that wait although their recipient has them. Those that
 * somebody holds, or is just taking, are left alone.
 */
export async function leaveQueueExplained(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly MessageKey[]> {
  if (keys.length === 0) return [];
  return transaction.run(LEAVE_EXPLAINED, { rows: keys });
}

/** What one account has waiting for one link, outside its hours. */
type Backlog = {
  readonly linkId: LinkId;
  readonly accountId: AccountId;
  readonly templateIds: readonly TemplateId[];
  readonly senderIds: readonly SenderId[];
  readonly untilMs: number;
};

const HOLD_BACK = statement<{ readonly messageId: MessageId }>(
  'hold-back',
  `update queue q set
    due_at = @untilMs,
    since = null,
    expires_at = greatest(q.expires_at, least(
      q.expires_at + make_interval(secs => (:untilMs::float8 - :atMs::float8) / 1000),
      h.accepted_at + make_interval(hours => :mostHours::int)))
  from (
    select w.ctid as place, m.accepted_at
    from queue w
    cross join lateral (
      select accepted_at from messages m
      where m.account_id = w.account_id and m.id = w.message_id
        and m.template_id = any (:templateIds::bigint[]) and m.sender_id = any (:senderIds::int[])
        and m.parts_taken = 0
      limit 1
    ) as m
    where w.link_id = :linkId and w.node is null and w.lost_until is null
      and w.account_id = :accountId and w.due_at <= @atMs
    limit :most for update of w skip locked
  ) as h
  where q.ctid = h.place
  returning q.message_id`,
);

/**
 * Holds back at once what would otherwise be taken and put back one by one, ahead of others. Gives
 * the messages, at most `most`; waiting does not shorten validity, up to the limit for held ones.
 */
export async function holdBack(
  transaction: Transaction,
  backlog: Backlog,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly MessageId[]> {
  const mostHours = limit('validityHours') + limit('heldHours');
  const held = await transaction.run(HOLD_BACK, { ...backlog, ...ask, mostHours });
  return held.map(({ messageId }) => messageId);
}
