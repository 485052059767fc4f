import type { LinkId } from '../../domain/ids.ts';
import {
  ATTEMPT_OUTCOMES,
  type AttemptOutcome,
  type MessageKey,
} from '../../domain/message/message.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
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

const INSERT_ATTEMPTS = `
  insert into attempts as a (account_id, message_id, attempt, part, link_id, outcome,
                             operator_key, status, reason, node, epoch, ambiguous, answered_at)
  select t.*, t.outcome = ${ATTEMPT_OUTCOMES.ambiguous}, to_timestamp($12::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::int[],
              $6::smallint[], $7::text[], $8::int[], $9::text[], $10::smallint[], $11::int[])
       as t (account_id, message_id, attempt, part, link_id, outcome, operator_key, status, reason,
             node, epoch)
  on conflict (account_id, message_id, attempt, part) do update
    set outcome = excluded.outcome, operator_key = excluded.operator_key,
        status = excluded.status, reason = excluded.reason, answered_at = excluded.answered_at
    where a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and excluded.outcome <> a.outcome`;

/**
 * Records attempts. The same row twice changes nothing, so a commit whose outcome is unknown may be
 * repeated; only an ambiguous attempt takes a later, better word.
 */
export async function insertAttempts(
  transaction: Transaction,
  attempts: readonly Attempt[],
  atMs: number,
): Promise<void> {
  if (attempts.length === 0) return;
  await transaction.run('insert-attempts', INSERT_ATTEMPTS, [
    attempts.map((it) => it.accountId),
    attempts.map((it) => it.messageId),
    attempts.map((it) => it.attempt),
    attempts.map((it) => it.part),
    attempts.map((it) => it.linkId),
    attempts.map((it) => ATTEMPT_OUTCOMES[it.outcome]),
    attempts.map((it) => it.operatorKey ?? null),
    attempts.map((it) => it.status ?? null),
    attempts.map((it) => it.reason ?? null),
    attempts.map((it) => it.lease.slot),
    attempts.map((it) => it.lease.epoch),
    atMs,
  ]);
}
