/** Chat platform statuses that did not simply move their messages. */
import type { ChatStatusEvent } from '../../domain/chat/webhook-event.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** Why a status is kept: everything that did not simply move its message. */
export type KeptStatusKind = 'orphan' | 'contradiction' | 'unknown_word';

export type PlacedStatus = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly event: ChatStatusEvent;
};

export type KeptStatus = PlacedStatus & {
  readonly kind: KeptStatusKind;
  readonly messageId: MessageId | undefined;
};

const KEEP = statement(
  'keep-chat-statuses',
  `insert into chat_statuses (account_id, link_id, operator_key, status, kind, message_id, at, word,
                             received_at)
  select t.account_id, t.link_id, t.operator_key, t.status, t.kind, t.message_id, t.at, t.event,
         @receivedAtMs
  from ${rowsOf({
    accountId: 'bigint',
    linkId: 'int',
    operatorKey: 'text',
    status: 'text',
    kind: 'text',
    messageId: 'bigint',
    atMs: 'timestamptz',
    event: 'jsonb',
  })}
  order by 1, 2, 3, 4
  on conflict (account_id, link_id, operator_key, status) do nothing`,
);

/** Stores statuses, each once however often it comes. */
export async function keepStatuses(
  transaction: Transaction,
  statuses: readonly KeptStatus[],
  receivedAtMs: number,
): Promise<void> {
  if (statuses.length === 0) return;
  const rows = statuses.map((it) => ({ ...it.event, ...it }));
  await transaction.run(KEEP, { rows, receivedAtMs });
}

/** Where the last scan of orphans ended, in the order of links and names. */
export type OrphanPlace = { readonly linkId: LinkId; readonly operatorKey: string };

const BEFORE_ALL: OrphanPlace = { linkId: 0 as LinkId, operatorKey: '' };

const END_OF_PIECE = statement<OrphanPlace>(
  'end-of-chat-orphans',
  `select o.link_id, o.operator_key from chat_statuses o
  where o.kind = 'orphan' and (o.link_id, o.operator_key) > (:linkId, :operatorKey)
  order by o.link_id, o.operator_key
  offset :skipped limit 1`,
);

const isAnswered = (sinceId: string): string => `exists (
      select from attempts a
      where a.link_id = o.link_id and a.operator_key = o.operator_key
        and a.account_id = o.account_id and a.message_id >= ${sinceId})`;

/** Few of the newest belong to messages of other days: looking there costs one probe per day. */
const TAKE = statement<PlacedStatus & { readonly id: number }>(
  'take-chat-orphans',
  `with newest as materialized (
    select s.ctid, s.* from chat_statuses s order by s.received_at desc limit :newestMost
  ), piece as materialized (
    select o.ctid, o.* from chat_statuses o
    where o.kind = 'orphan' and (o.link_id, o.operator_key) > (:afterLink, :afterKey)
      and (:endLink::int is null or (o.link_id, o.operator_key) <= (:endLink, :endKey))
  ), matched as materialized (
    select o.ctid from newest o
    where o.kind = 'orphan' and ${isAnswered(':newestSinceId')}
    union
    select o.ctid from ${rowsOf({ linkId: 'int', operatorKey: 'text' })}
    join chat_statuses o
      on o.kind = 'orphan' and o.link_id = t.link_id and o.operator_key = t.operator_key
    where ${isAnswered(':newestSinceId')}
    union
    select o.ctid from piece o
    where ${isAnswered(':sinceId')}
  )
  delete from chat_statuses s
  where s.ctid = any (array(
    select o.ctid from chat_statuses o
    where o.ctid = any (array(select ctid from matched)) and o.kind = 'orphan'
    limit :most for update skip locked
  ))
  returning s.account_id, s.link_id, s.word as event, s.id`,
);

type OrphanAsk = {
  /** Of messages with such ids and above. */
  readonly sinceId: number;
  readonly most: number;
  /** How many of the newest are looked at, and of messages since when. */
  readonly newest: { readonly most: number; readonly sinceId: number };
  /** Names of messages that just became known: all of theirs are checked. */
  readonly names: readonly OrphanPlace[];
  /** How many others are checked in addition, from where the last scan ended. */
  readonly piece: { readonly most: number; readonly after: OrphanPlace | undefined };
};

type TakenOrphans = {
  /** In the order in which they came. */
  readonly statuses: readonly PlacedStatus[];
  /** Where the next scan continues; undefined: all were checked, it starts over. */
  readonly next: OrphanPlace | undefined;
};

/**
 * Removes and returns up to `most` statuses whose message is now known: those under `names`, of the
 * newest, since an answer follows within seconds, and of one slice of all the others. So each is
 * checked again and again, however many there are, at a constant cost per scan.
 */
export async function takeMatchedOrphans(
  transaction: Transaction,
  { sinceId, most, newest, names, piece }: OrphanAsk,
): Promise<TakenOrphans> {
  const after = piece.after ?? BEFORE_ALL;
  const [end] = await transaction.run(END_OF_PIECE, { ...after, skipped: piece.most - 1 });
  const taken = await transaction.run(TAKE, {
    sinceId,
    most,
    newestMost: newest.most,
    newestSinceId: newest.sinceId,
    afterLink: after.linkId,
    afterKey: after.operatorKey,
    endLink: end?.linkId,
    endKey: end?.operatorKey,
    rows: names,
  });
  // What exceeded the limit may be in this slice.
  const next = taken.length < most ? end : piece.after;
  return { statuses: taken.toSorted((a, b) => a.id - b.id), next };
}

/** Whether any status is waiting for its message. */
export const hasOrphans = read.value<void, { readonly isAny: boolean }>(
  'any-chat-orphan',
  `select exists (select from chat_statuses where kind = 'orphan') as is_any`,
);

/** Deletes orphans and others that are too old, at most `most`; returns how many. */
export const forgetStatuses = write.count<{
  beforeMs: number;
  orphansBeforeMs: number;
  most: number;
}>(
  'forget-chat-statuses',
  `delete from chat_statuses s
  where s.ctid = any (array(
    select f.ctid from chat_statuses f
    where f.received_at < @beforeMs or (f.kind = 'orphan' and f.received_at < @orphansBeforeMs)
    limit :most for update skip locked
  ))
  returning s.id`,
);
