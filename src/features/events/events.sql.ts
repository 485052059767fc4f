/** Events with their numbers: given by the node that holds the log of their account, and read. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { storedType, type EventGroup, type EventType } from '../../domain/event/event.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { BATCH_STATES, MESSAGE_STATES } from '../../domain/message/message.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { read, last } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** A log stays held for so long after its account last asked: what is in the outbox is numbered. */
const KEPT = `recorded_until > now() - interval '1 day'`;

const TAKE = statement<{ readonly accountId: AccountId }>(
  'take-event-logs',
  `update event_logs l set node = :slot, epoch = :epoch
  where l.${KEPT} and not exists (
    select from nodes n where n.slot = l.node and n.epoch = l.epoch and n.lease_until > now())
  returning account_id`,
);

const OWN = statement<{ readonly accountId: AccountId }>(
  'own-event-logs',
  `select account_id from event_logs where node = :slot and epoch = :epoch and ${KEPT}`,
);

/** Takes every log that no living node holds, and gives the accounts whose logs this one holds. */
export async function takeLogs(
  transaction: Transaction,
  lease: NodeLease,
): Promise<readonly AccountId[]> {
  const [, own] = await Promise.all([transaction.run(TAKE, lease), transaction.last(OWN, lease)]);
  return own.map(({ accountId }) => accountId);
}

/** Gives every log back, so that others need not wait for the end of the lease. */
export const releaseLogs = last.run<NodeLease>(
  'release-event-logs',
  `update event_logs set node = null, epoch = null where node = :slot and epoch = :epoch`,
);

/**
 * Gives numbers to what is in the outbox of accounts whose logs this node holds, in the order in
 * which it was written there, `most` groups at once. Gives the numbered groups.
 *
 * The log is locked first: who held it before and has numbered meanwhile has committed by then, and
 * what he took from the outbox is found gone.
 */
export const numberEvents = last.many<NodeLease & { most: number }, EventGroup>(
  'number-events',
  `with held as materialized (
    select account_id, next_number from event_logs
    where node = :slot and epoch = :epoch
      and account_id in (select account_id from event_outbox)
    order by account_id for update
  ), taken as materialized (
    delete from event_outbox o using (
      select w.account_id, w.position, h.next_number
      from held h
      cross join lateral (
        select account_id, position from event_outbox
        where account_id = h.account_id order by position limit :most
      ) as w
      order by w.position limit :most
    ) as t
    where o.account_id = t.account_id and o.position = t.position
    returning o.*, t.next_number
  ), written as (
    insert into events (account_id, first_number, last_number, at, kind, ids, states, reasons,
      facts)
    select t.account_id, t.first_number, t.first_number + cardinality(t.ids) - 1, t.at, t.kind,
      t.ids, t.states, t.reasons, t.facts
    from (
      select w.*, w.next_number + coalesce(sum(cardinality(w.ids)) over (
        partition by w.account_id order by w.position
        rows between unbounded preceding and 1 preceding), 0) as first_number
      from taken w
    ) as t
    returning *
  ), raised as (
    update event_logs l set next_number = w.last_number + 1
    from (select account_id, max(last_number) as last_number from written group by account_id) as w
    where l.account_id = w.account_id
  )
  select account_id, first_number, at, kind, ids, states, reasons, facts from written
  order by account_id, first_number`,
);

type Outbox = { readonly waiting: number; readonly oldestAtMs: number | undefined };

/** How many groups of events wait for their numbers, up to `most`, and since when. */
export const readOutbox = read.single<{ most: number }, Outbox>(
  'read-outbox',
  `select count(*) as waiting, min(at) as oldest_at
  from (select at from event_outbox limit :most) as it`,
);

/** Batches that are older than this have ended, whatever became of their messages. */
const OPEN_DAYS = limit('receiptMatchDays') + limit('scheduleHours') / 24;
/** Their ids are of the day of their request. */
const OLDEST_DAYS = OPEN_DAYS + limit('campaignDays');

/** Whoever begins to listen hears of the end of every batch that is still on its way. */
const RECORD = statement(
  'record-events',
  `with watched as (
    insert into batch_ends (account_id, batch_id, look_at)
    select b.account_id, b.id, @nowMs from batches b
    where b.account_id = :accountId and b.id >= :sinceId
      and b.created_at >= @sinceMs and b.state = ${BATCH_STATES.published}
      and not exists (
        select from event_logs l where l.account_id = :accountId and l.recorded_until > @nowMs)
      and exists (
        select from messages m
        where m.account_id = b.account_id and m.batch_id = b.id
          and m.id between b.first_message and b.last_message
          and m.state < ${MESSAGE_STATES.unknown})
    on conflict do nothing
  )
  insert into event_logs (account_id, recorded_until) values (:accountId, @untilMs)
  on conflict (account_id) do update
    set recorded_until = greatest(event_logs.recorded_until, excluded.recorded_until)`,
);

export async function recordEvents(
  transaction: Transaction,
  accountId: AccountId,
  { untilMs, nowMs }: { readonly untilMs: number; readonly nowMs: number },
): Promise<void> {
  const sinceId = firstIdAt(nowMs - OLDEST_DAYS * DAY_MS);
  const sinceMs = nowMs - OPEN_DAYS * DAY_MS;
  await transaction.run(RECORD, { accountId, untilMs, nowMs, sinceId, sinceMs });
}

/** How far the log of an account is. */
type LogHead = {
  readonly accountId: AccountId;
  readonly nextNumber: number;
  readonly recordedUntilMs: number;
};

/** How far the logs of these accounts are; of one without any nothing. */
export const readHeads = read.many<{ accountIds: readonly AccountId[] }, LogHead>(
  'event-log-heads',
  `select account_id, next_number, recorded_until from event_logs
  where account_id = any (:accountIds::bigint[])`,
);

const AFTER = statement<EventGroup>(
  'events-after',
  `select e.account_id, e.first_number, e.at, e.kind, e.ids, e.states, e.reasons, e.facts
  from ${rowsOf({ accountId: 'bigint', after: 'bigint' })}
  cross join lateral (
    select w.* from events w
    where w.account_id = t.account_id
      and w.first_number >= coalesce((
        select max(b.first_number) from events b
        where b.account_id = t.account_id and b.first_number <= t.after + 1), t.after + 1)
      and w.last_number > t.after
    order by w.first_number limit :most
  ) as e
  order by e.account_id, e.first_number`,
);

/** A place in the log of an account: the events after that number. */
type LogPlace = { readonly accountId: AccountId; readonly after: number };

/** The next groups after each place, `most` of each; the first one may begin before its place. */
export async function readEventsAfter(
  reader: Reader,
  places: readonly LogPlace[],
  most: number,
): Promise<readonly EventGroup[]> {
  return places.length === 0 ? [] : reader.read(AFTER, { rows: places, most });
}

/** Which events of an account are asked for, the newest first. */
type EventSearch = {
  readonly accountId: AccountId;
  /** Below this number; undefined: from the newest. */
  readonly below: number | undefined;
  /** undefined: of any type. */
  readonly type: EventType | undefined;
  /** One event or more in a group is about this. */
  readonly subjectId: number | undefined;
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
  readonly most: number;
};

const BEFORE = statement<EventGroup>(
  'events-before',
  `select account_id, first_number, at, kind, ids, states, reasons, facts from events
  where account_id = :accountId and first_number < coalesce(:below::bigint, 9223372036854775807)
    and (:kind::text is null or kind = :kind)
    and (:state::smallint is null or :state = any (states))
    and (:subjectId::bigint is null or :subjectId = any (ids))
    and (@sinceMs is null or at >= @sinceMs) and (@untilMs is null or at < @untilMs)
  order by first_number desc limit :most`,
);

const ANY = { kind: undefined, state: undefined };

/** Groups of events, the newest first; the first one may reach beyond `below`. */
export function readEventsBefore(
  reader: Reader,
  search: EventSearch,
): Promise<readonly EventGroup[]> {
  const { type, ...rest } = search;
  return reader.read(BEFORE, { ...rest, ...(type === undefined ? ANY : storedType(type)) });
}

/** Groups of events of a time after a number, which may be in the first; the oldest first. */
export const readEventsSince = read.many<
  { accountId: AccountId; sinceMs: number; untilMs: number; after: number; most: number },
  EventGroup
>(
  'events-since',
  `select account_id, first_number, at, kind, ids, states, reasons, facts from events
  where account_id = :accountId and at >= @sinceMs and at < @untilMs and last_number > :after
  order by first_number limit :most`,
);

/** Removes groups of events from before that moment, `most` at once. Tells how many. */
export const forgetOldEvents = last.value<
  { beforeMs: number; most: number },
  { readonly forgotten: number }
>(
  'forget-events',
  `with old as (
    select e.account_id, e.first_number from event_logs l
    cross join lateral (
      select w.account_id, w.first_number from events w
      where w.account_id = l.account_id and w.at < @beforeMs order by w.at limit :most
    ) as e
    limit :most
  ), gone as (
    delete from events e using old
    where e.account_id = old.account_id and e.first_number = old.first_number
    returning 1
  )
  select count(*)::int as forgotten from gone`,
);
