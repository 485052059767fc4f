import type { ChatStatusWord } from '../../domain/chat/word.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** Why a status is kept: everything that did not simply move its message. */
export type KeptStatusKind = 'orphan' | 'contradiction' | 'unknown_word';

/** A status with the number and account that it is about. */
export type PlacedStatus = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly word: ChatStatusWord;
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
    statuses.map((it) => it.word.operatorKey),
    statuses.map((it) => it.word.status),
    statuses.map((it) => it.kind),
    statuses.map((it) => it.messageId ?? null),
    statuses.map((it) => it.word.atMs),
    statuses.map((it) => JSON.stringify(it.word)),
    atMs,
  ]);
}

const TAKE_ORPHANS = `
  delete from chat_statuses s
  where s.ctid = any (array(
    select o.ctid from chat_statuses o
    where o.kind = 'orphan' and exists (
      select from attempts a
      where a.link_id = o.link_id and a.operator_key = o.operator_key
        and a.account_id = o.account_id and a.message_id >= $1)
    limit $2 for update skip locked
  ))
  returning s.account_id, s.link_id, s.word, s.id`;

/** Takes out statuses whose message is known by now, in the order in which they came. */
export async function takeMatchedOrphans(
  transaction: Transaction,
  ask: { readonly sinceId: number; readonly most: number },
): Promise<readonly PlacedStatus[]> {
  type Row = {
    readonly account_id: AccountId;
    readonly link_id: LinkId;
    readonly word: ChatStatusWord;
    readonly id: number;
  };
  const values = [ask.sinceId, ask.most];
  const rows = await transaction.run<Row>('take-chat-orphans', TAKE_ORPHANS, values);
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({ accountId: row.account_id, linkId: row.link_id, word: row.word }));
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
