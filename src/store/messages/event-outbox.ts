/** Facts that have just become true, written in the commit that makes them so. */
import { MESSAGE_KIND, storedMove, type Fact, type MessageMove } from '../../domain/event/event.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/**
 * Writes the rows of `moved` (account_id, id, state, reason) into the outbox: the end of a
 * statement that moves messages. One row for each account that records its events; of the others
 * nothing is written. `at` is the moment, as SQL.
 */
export function outboxOf(moved: string, at: string): string {
  return `
  insert into event_outbox (account_id, at, kind, ids, states, reasons)
  select m.account_id, ${at}, '${MESSAGE_KIND}', array_agg(m.id), array_agg(m.state),
    case when count(m.reason) > 0 then array_agg(m.reason) end
  from ${moved} m
  join event_logs l on l.account_id = m.account_id and l.recorded_until > ${at}
  group by m.account_id`;
}

const MOVES = statement(
  'note-moves',
  outboxOf(
    `(select t.account_id, t.message_id as id, t.state, t.reason from ${rowsOf({
      accountId: 'bigint',
      messageId: 'bigint',
      state: 'smallint',
      reason: 'text',
    })})`,
    '@atMs',
  ),
);

/** Notes moves of messages that this transaction has made. */
export async function noteMoves(
  transaction: Transaction,
  moves: readonly MessageMove[],
  atMs: number,
): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map((it) => ({ ...it, state: storedMove(it.state) }));
  await transaction.run(MOVES, { rows, atMs });
}

/** Notes what this transaction has made true, for the accounts that record their events. */
export const noteFacts = write.rows<Fact, { readonly atMs: number }>(
  'note-facts',
  `insert into event_outbox (account_id, at, kind, ids, facts)
  select t.account_id, @atMs, t.type, array_agg(t.subject_id),
    case when count(t.fact) > 0 then jsonb_agg(t.fact) end
  from ${rowsOf({ accountId: 'bigint', type: 'text', subjectId: 'bigint', fact: 'jsonb' })}
  join event_logs l on l.account_id = t.account_id and l.recorded_until > @atMs
  group by t.account_id, t.type`,
);
