import type { LinkId } from '../../domain/ids.ts';
import {
  ATTEMPT_OUTCOMES,
  type AttemptOutcome,
  type MessageKey,
} from '../../domain/message/message.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { byDay } from '../../kit/ids.ts';
import type { NodeLease } from '../../domain/carrier/carrier.ts';

/** What became of handing one part of a message to one link. */
export type Attempt = MessageKey & {
  readonly attempt: number;
  /** From 1. */
  readonly part: number;
  readonly linkId: LinkId;
  readonly outcome: AttemptOutcome;
  /** The operator's id, made comparable by the link's rule. */
  readonly operatorKey: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  /** Of the node that made it, when it made it. */
  readonly lease: NodeLease;
};

const insertAttemptsInto = (day: string): string => `
  insert into attempts_${day} as a (account_id, message_id, attempt, part, link_id, outcome,
                             operator_key, status, reason, node, epoch, ambiguous, answered_at)
  select t.*, t.outcome = ${ATTEMPT_OUTCOMES.ambiguous}, to_timestamp($12::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::int[],
              $6::smallint[], $7::text[], $8::int[], $9::text[], $10::smallint[], $11::int[])
       as t (account_id, message_id, attempt, part, link_id, outcome, operator_key, status, reason,
             node, epoch)
  on conflict (account_id, message_id, attempt, part) do update
    set outcome = excluded.outcome, operator_key = excluded.operator_key,
        status = excluded.status, reason = excluded.reason, answered_at = excluded.answered_at
    where a.outcome = ${ATTEMPT_OUTCOMES.ambiguous}
      and (a.operator_key is null or a.operator_key = excluded.operator_key)`;

/**
 * Records attempts. The same row twice changes nothing, so a commit whose outcome is unknown may be
 * repeated; only an ambiguous attempt takes a later, better word.
 */
export async function insertAttempts(
  transaction: Transaction,
  attempts: readonly Attempt[],
  atMs: number,
): Promise<void> {
  const insert = ([day, rows]: [string, readonly Attempt[]]): Promise<unknown> =>
    transaction.run(`insert-attempts-${day}`, insertAttemptsInto(day), [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.messageId)),
      numberList(rows.map((it) => it.attempt)),
      numberList(rows.map((it) => it.part)),
      numberList(rows.map((it) => it.linkId)),
      numberList(rows.map((it) => ATTEMPT_OUTCOMES[it.outcome])),
      textList(rows.map((it) => it.operatorKey ?? null)),
      numberList(rows.map((it) => it.status ?? null)),
      textList(rows.map((it) => it.reason ?? null)),
      numberList(rows.map((it) => it.lease.slot)),
      numberList(rows.map((it) => it.lease.epoch)),
      atMs,
    ]);
  await Promise.all([...byDay(attempts, ({ messageId }) => messageId)].map(insert));
}
