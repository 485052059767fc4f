import type { LinkId } from '../../domain/ids.ts';
import { ATTEMPT_OUTCOMES, type MessageKey } from '../../domain/message/message.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A part whose answer was lost on a link that reconciles. */
export type LostPart = MessageKey & {
  readonly attempt: number;
  /** From 1. */
  readonly part: number;
  readonly linkId: LinkId;
  /** The reference it was submitted with. */
  readonly reference: number;
};

const INSERT_LOST = `
  insert into lost_answers (account_id, message_id, attempt, part, link_id, recipient, reference,
                            lost_at)
  select t.account_id, t.message_id, t.attempt, t.part, t.link_id, m.recipient, t.reference,
         to_timestamp($7::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::int[], $6::int[])
       as t (account_id, message_id, attempt, part, link_id, reference)
  join messages m on m.account_id = t.account_id and m.id = t.message_id
  on conflict do nothing`;

/** Notes lost answers, so that receipts of unknown ids can be compared with them. */
export async function insertLost(
  transaction: Transaction,
  parts: readonly LostPart[],
  atMs: number,
): Promise<void> {
  if (parts.length === 0) return;
  await transaction.run('insert-lost', INSERT_LOST, [
    parts.map((it) => it.accountId),
    parts.map((it) => it.messageId),
    parts.map((it) => it.attempt),
    parts.map((it) => it.part),
    parts.map((it) => it.linkId),
    parts.map((it) => it.reference),
    atMs,
  ]);
}

const FORGET_LOST = `
  delete from lost_answers l
  where l.lost_at < to_timestamp($1::float8 / 1000)
     or not exists (
       select from attempts a
       where a.account_id = l.account_id and a.message_id = l.message_id
         and a.attempt = l.attempt and a.part = l.part
         and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null
         and a.reason is distinct from 'denied')`;

/** Forgets lost answers that were explained or denied, and those lost before `beforeMs`. */
export async function forgetLost(transaction: Transaction, beforeMs: number): Promise<void> {
  await transaction.run('forget-lost', FORGET_LOST, [beforeMs]);
}
