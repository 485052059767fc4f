import type { ChatStatusEvent } from '../../domain/chat/webhook-event.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** Why a status is kept: everything that did not simply move its message. */
export type KeptStatusKind = 'orphan' | 'contradiction' | 'unknown_word';

/** A status with the number and account that it is about. */
export type PlacedStatus = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly event: ChatStatusEvent;
};

export type KeptStatus = PlacedStatus & {
  readonly kind: KeptStatusKind;
  readonly messageId: MessageId | undefined;
};

const KEEP_STATUSES = `
  insert into chat_statuses (account_id, link_id, operator_key, status, kind, message_id, at, word,
                             received_at)
  select t.account_id, t.link_id, t.operator_key, t.status, t.kind, t.message_id,
         to_timestamp(t.at / 1000), t.word, to_timestamp($9::float8 / 1000)
  from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[],
              $7::float8[], $8::jsonb[])
       as t (account_id, link_id, operator_key, status, kind, message_id, at, word)
  order by 1, 2, 3, 4
  on conflict (account_id, link_id, operator_key, status) do nothing`;

/** Keeps statuses, each once however often it comes. */
export async function keepStatuses(
  transaction: Transaction,
  statuses: readonly KeptStatus[],
  atMs: number,
): Promise<void> {
  if (statuses.length === 0) return;
  await transaction.run('keep-chat-statuses', KEEP_STATUSES, [
    statuses.map((it) => it.accountId),
    statuses.map((it) => it.linkId),
    statuses.map((it) => it.event.operatorKey),
    statuses.map((it) => it.event.status),
    statuses.map((it) => it.kind),
    statuses.map((it) => it.messageId ?? null),
    statuses.map((it) => it.event.atMs),
    statuses.map((it) => JSON.stringify(it.event)),
    atMs,
  ]);
}

/** The last name that a look at orphans has come to, in the order of links and names. */
export type OrphanPlace = { readonly linkId: LinkId; readonly operatorKey: string };

const BEFORE_ALL: OrphanPlace = { linkId: 0 as LinkId, operatorKey: '' };

const END_OF_PIECE = `
  select o.link_id as "linkId", o.operator_key as "operatorKey" from chat_statuses o
  where o.kind = 'orphan' and (o.link_id, o.operator_key) > ($1, $2)
  order by o.link_id, o.operator_key
  offset $3 limit 1`;

/** Few of the newest are of messages of other days: to look there costs a probe for each day. */
const TAKE_ORPHANS = `
  with newest as materialized (
    select s.ctid, s.* from chat_statuses s order by s.received_at desc limit $3
  ), piece as materialized (
    select o.ctid, o.* from chat_statuses o
    where o.kind = 'orphan' and (o.link_id, o.operator_key) > ($5, $6)
      and ($7::int is null or (o.link_id, o.operator_key) <= ($7, $8))
  ), matched as materialized (
    select o.ctid from newest o
    where o.kind = 'orphan' and exists (
      select from attempts a
      where a.link_id = o.link_id and a.operator_key = o.operator_key
        and a.account_id = o.account_id and a.message_id >= $4)
    union
    select o.ctid from unnest($9::int[], $10::text[]) as n (link_id, operator_key)
    join chat_statuses o
      on o.kind = 'orphan' and o.link_id = n.link_id and o.operator_key = n.operator_key
    where exists (
      select from attempts a
      where a.link_id = o.link_id and a.operator_key = o.operator_key
        and a.account_id = o.account_id and a.message_id >= $4)
    union
    select o.ctid from piece o
    where exists (
      select from attempts a
      where a.link_id = o.link_id and a.operator_key = o.operator_key
        and a.account_id = o.account_id and a.message_id >= $1)
  )
  delete from chat_statuses s
  where s.ctid = any (array(
    select o.ctid from chat_statuses o
    where o.ctid = any (array(select ctid from matched)) and o.kind = 'orphan'
    limit $2 for update skip locked
  ))
  returning s.account_id, s.link_id, s.word, s.id`;

export type OrphanAsk = {
  /** Of messages with such ids and above. */
  readonly sinceId: number;
  readonly most: number;
  /** How many of the newest are looked at, and of messages since when. */
  readonly newest: { readonly most: number; readonly sinceId: number };
  /** Names of messages that became known a moment ago: all of theirs are looked at. */
  readonly names: readonly OrphanPlace[];
  /** How many of all are looked at besides, from where the last look has ended. */
  readonly piece: { readonly most: number; readonly after: OrphanPlace | undefined };
};

export type TakenOrphans = {
  /** In the order in which they came. */
  readonly statuses: readonly PlacedStatus[];
  /** Where the next look goes on; undefined: all were looked at, it begins anew. */
  readonly next: OrphanPlace | undefined;
};

/**
 * Takes out statuses whose message is known by now, `most` at most: those under `names`, of the
 * newest, since an answer follows within seconds, and of a piece of all the others. So each is
 * looked at again and again, however many there are, and one look costs no more for it.
 */
export async function takeMatchedOrphans(
  transaction: Transaction,
  { sinceId, most, newest, names, piece }: OrphanAsk,
): Promise<TakenOrphans> {
  type Row = {
    readonly account_id: AccountId;
    readonly link_id: LinkId;
    readonly word: ChatStatusEvent;
    readonly id: number;
  };
  const { linkId, operatorKey } = piece.after ?? BEFORE_ALL;
  const [end] = await transaction.run<OrphanPlace>('end-of-chat-orphans', END_OF_PIECE, [
    linkId,
    operatorKey,
    piece.most - 1,
  ]);
  const rows = await transaction.run<Row>('take-chat-orphans', TAKE_ORPHANS, [
    sinceId,
    most,
    newest.most,
    newest.sinceId,
    linkId,
    operatorKey,
    end?.linkId ?? null,
    end?.operatorKey ?? null,
    names.map((it) => it.linkId),
    names.map((it) => it.operatorKey),
  ]);
  const statuses = rows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({ accountId: row.account_id, linkId: row.link_id, event: row.word }));
  // What was over the bound may lie in this piece.
  return { statuses, next: rows.length < most ? end : piece.after };
}

const ANY_ORPHAN = `select exists (select from chat_statuses where kind = 'orphan') as "isAny"`;

/** Whether any status waits for its message. */
export async function hasOrphans(reader: Reader): Promise<boolean> {
  const [row] = await reader.read<{ readonly isAny: boolean }>('any-chat-orphan', ANY_ORPHAN, []);
  return row?.isAny === true;
}

const FORGET_STATUSES = `
  delete from chat_statuses s
  where s.ctid = any (array(
    select f.ctid from chat_statuses f
    where f.received_at < to_timestamp($1::float8 / 1000)
       or (f.kind = 'orphan' and f.received_at < to_timestamp($2::float8 / 1000))
    limit $3 for update skip locked
  ))
  returning s.id`;

/** Forgets orphans and others that are too old; how many, at most `most`. */
export async function forgetStatuses(
  transaction: Transaction,
  ask: { readonly beforeMs: number; readonly orphansBeforeMs: number; readonly most: number },
): Promise<number> {
  const values = [ask.beforeMs, ask.orphansBeforeMs, ask.most];
  return (await transaction.run('forget-chat-statuses', FORGET_STATUSES, values)).length;
}
