/** Checks the invariants of a service that runs in this process. */
import { createHash } from 'node:crypto';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { Operator } from '../../fakes/smsc/operator.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { Reader } from '../../src/kit/postgres/pool.ts';
import { eventually } from './eventually.ts';
import { findBreaches, watchMoves, type Ask, type HeardCopies } from './invariants.ts';
import { OPERATOR_NAMES, type Paigham } from './paigham.ts';

/** Queries with the tests' own SQL. */
export function asker(reader: Reader): Ask {
  return (sql, values = []) => {
    const name = `test-${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    return reader.read(plain(name, sql), values);
  };
}

const OPEN = `
  select m.id, m.state, m.reason, q.attempt, q.node, q.epoch, q.due_at, l.name as link
  from messages m
  left join queue q on q.account_id = m.account_id and q.message_id = m.id
  left join links l on l.id = q.link_id
  where m.state = any ($1::int[]) or q.message_id is not null
  order by m.id limit 3`;

/** A limit against hangs: what was lost or refused is tried again after pauses that double. */
const END_MS = 240_000;

/**
 * Waits until no message is under way any more. `silent`: operators send no receipts, so what they
 * took stays sent. A failure names the first messages that took too long.
 */
export async function untilOver(
  paigham: Pick<Paigham, 'db'>,
  { silent = false, withinMs = END_MS } = {},
): Promise<void> {
  const ask = asker(paigham.db);
  const states = silent ? [1] : [1, 2];
  const over = async (): Promise<boolean> => (await ask(OPEN, [states])).length === 0;
  await eventually('the end of every message', over, withinMs).catch(async (error: unknown) => {
    throw new Error(`still open: ${JSON.stringify(await ask(OPEN, [states]))}`, { cause: error });
  });
}

/** Everything that operators in this process received. */
export function copiesOf(operators: readonly Operator[]): readonly HeardCopies[] {
  return operators.flatMap((operator) => [...operator.copies.entries()]);
}

/** A sentence for every violated invariant; `okIds` are the ids that callers got. */
export function breachesOf(
  paigham: Paigham,
  okIds: readonly number[],
  isOver = true,
): Promise<readonly string[]> {
  const operators = OPERATOR_NAMES.map((name) => paigham.operators[name]);
  const acknowledged = operators.reduce((sum, it) => sum + it.tally.counts.acknowledged, 0);
  const copies = copiesOf(operators);
  return findBreaches({ ask: asker(paigham.db), okIds, copies, acknowledged, isOver });
}

/** Records every state change from now on, for the invariant about them. */
export function watch(paigham: Pick<Paigham, 'address'>): Promise<void> {
  return withConnection(paigham.address, (client) => watchMoves((sql) => client.query(sql)));
}
