/**
 * The program's connections to PostgreSQL: a pool whose sessions cannot write, for reading, and
 * one for transactions. The API is handed the reader alone: that it does not write is kept by the
 * database, where readers log in as a role of their own (db/roles.sql).
 *
 * Statements are prepared under names, each session keeps them. Every statement has a time limit
 * on the server and a slightly longer one here, for a server that has gone silent.
 */
import pg from 'pg';
import type { Address } from './address.ts';
import { sessionOptions } from './address.ts';
import type { Reader, Transaction } from './transaction.ts';
import { openTransaction } from './transaction.ts';
import { valueParsers } from './values.ts';

export type { Address } from './address.ts';
export type { Reader, Transaction } from './transaction.ts';

export type PoolSettings = {
  /** By which writing connections log in, and reading ones unless `readAddress` is given. */
  readonly address: Address;
  readonly readAddress?: Address;
  /** How many connections at most, both pools together; at least 2. */
  readonly connections: number;
  /** How long one statement may take. */
  readonly statementTimeoutMs?: number;
  /** How long one statement may wait for a lock. */
  readonly lockTimeoutMs?: number;
  /** Told about connections that broke while nobody used them. */
  readonly onLost?: (error: Error) => void;
};

export type Database = Reader & {
  /**
   * Runs `work` in one transaction and commits; rolls back when `work` throws, and throws what it
   * threw. `CommitUnknown` (faults.ts) when the outcome cannot be known.
   */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Open connections, idle ones among them, and callers that wait for one. */
  pressure(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>;
};

/** A third of the connections reads; long reports then never hold up the journey. */
const readingShare = 1 / 3;
const waitForConnectionMs = 10_000;
/**
 * Statements that write find their rows by key, a few hundred at a time. A plan that was made while
 * a table was empty would read all of it later, so plans are made once and by key alone.
 */
const byKeyAlone = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
];
const idleInTransactionMs = 5_000;
const idleMs = 300_000;
/** How much longer than the server we wait for its own timeout to be heard. */
const silenceMs = 5_000;

function createPool(
  address: Address,
  settings: PoolSettings & { readonly max: number },
  session: readonly string[],
): pg.Pool {
  const { max, statementTimeoutMs = 30_000, lockTimeoutMs = 10_000, onLost } = settings;
  const pool = new pg.Pool({
    ...address,
    max,
    application_name: 'paigham',
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: waitForConnectionMs,
    idleTimeoutMillis: idleMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // A process that hangs must not keep an account's balance locked for the others.
    idle_in_transaction_session_timeout: Math.min(statementTimeoutMs, idleInTransactionMs),
    query_timeout: statementTimeoutMs + silenceMs,
    options: sessionOptions(session),
    types: valueParsers(),
  });
  // A connection in use that breaks fails its statements, which is report enough; without a
  // listener the event would end the process. The pool itself reports the idle ones.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => onLost?.(error));
  return pool;
}

async function transactOn<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const open = openTransaction(client);
  let usable = false;
  try {
    const result = await work(open.transaction);
    await open.commit();
    usable = true;
    return result;
  } catch (error) {
    const why = await open.explain(error);
    usable = await open.rollBack().then(
      () => client.getTransactionStatus() === 'I',
      () => false,
    );
    throw why;
  } finally {
    client.release(!usable);
  }
}

/** Opens the pools. Connects lazily: an unreachable server shows at the first statement. */
export function open(settings: PoolSettings): Database {
  const { address, readAddress = address, connections } = settings;
  const readers = Math.max(1, Math.floor(connections * readingShare));
  const writers = Math.max(1, connections - readers);
  const readOnly = ['default_transaction_read_only=on'];
  const reading = createPool(readAddress, { ...settings, max: readers }, readOnly);
  const writing = createPool(address, { ...settings, max: writers }, byKeyAlone);
  return {
    async read(statement, given = {}) {
      const { name, text } = statement;
      const values = statement.valuesOf(given);
      const result = await reading.query<unknown[]>({ name, text, values, rowMode: 'array' });
      return statement.rowsOf(result);
    },
    transact: (work) => transactOn(writing, work),
    pressure: () => ({
      open: reading.totalCount + writing.totalCount,
      idle: reading.idleCount + writing.idleCount,
      waiting: reading.waitingCount + writing.waitingCount,
    }),
    async close() {
      await Promise.all([reading.end(), writing.end()]);
    },
  };
}
