/**
 * The program's connections to PostgreSQL: a pool whose sessions cannot write, for reading, and
 * one for transactions. The API only gets the reader: that it does not write is enforced by the
 * database, where readers log in as a role of their own (db/roles.sql).
 *
 * Statements are prepared under names and kept by each session. Every statement has a time limit
 * on the server and a slightly longer one here, for a server that has gone silent.
 */
import pg from 'pg';
import { type Address, sessionOptions } from './address.ts';
import { isTaken } from './faults.ts';
import { openTransaction, type Reader, type Transaction } from './transaction.ts';
import { valueParsers } from './values.ts';

export type { Address } from './address.ts';
export type { Reader, Transaction } from './transaction.ts';

type PoolSettings = {
  /** Used by writing connections, and by reading ones unless `readAddress` is given. */
  readonly address: Address;
  readonly readAddress?: Address;
  /** How many connections at most, both pools together; at least 2. */
  readonly connections: number;
  /** How long one statement may take. */
  readonly statementTimeoutMs?: number;
  /** How long a caller may wait for a connection. */
  readonly connectTimeoutMs?: number;
  /** Called for connections that broke while idle. */
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
  /**
   * Breaks every connection; any later call fails, and not with a transient error: for a program
   * that must end although the server does not answer.
   */
  giveUp(): void;
};

/** A third of the connections only read; so long reports never hold up the journey. */
const readingShare = 1 / 3;
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
/** How long one statement may wait for a lock. */
const lockMs = 10_000;
/** How much longer than the server's own timeout we wait for its answer. */
const silenceMs = 5_000;

function createPool(
  address: Address,
  settings: PoolSettings & { readonly max: number },
  session: readonly string[],
): { readonly pool: pg.Pool; breakAll(): void } {
  const { max, onLost, statementTimeoutMs = 30_000, connectTimeoutMs = 10_000 } = settings;
  const pool = new pg.Pool({
    ...address,
    max,
    application_name: 'paigham',
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockMs,
    // A process that hangs must not keep an account's balance locked for others.
    idle_in_transaction_session_timeout: Math.min(statementTimeoutMs, idleInTransactionMs),
    query_timeout: statementTimeoutMs + silenceMs,
    options: sessionOptions(session),
    types: valueParsers(),
  });
  // A connection in use that breaks fails its statements, which is report enough; without a
  // listener the event would end the process. The pool itself reports the idle ones.
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => clients.delete(client));
  pool.on('error', (error) => onLost?.(error));
  return {
    pool,
    breakAll() {
      for (const client of clients) client.connection.stream.destroy();
    },
  };
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
  const pools = [
    createPool(readAddress, { ...settings, max: readers }, readOnly),
    createPool(address, { ...settings, max: writers }, byKeyAlone),
  ] as const;
  const [{ pool: reading }, { pool: writing }] = pools;
  let isGivenUp = false;
  const mustBeUsed = (): void => {
    if (isGivenUp) throw new Error('the database was given up');
  };
  return {
    async read(statement, given = {}) {
      mustBeUsed();
      const { name, text } = statement;
      const values = statement.valuesOf(given);
      const result = await reading.query<unknown[]>({ name, text, values, rowMode: 'array' });
      return statement.rowsOf(result);
    },
    async transact(work) {
      mustBeUsed();
      return transactOn(writing, work);
    },
    pressure: () => ({
      open: reading.totalCount + writing.totalCount,
      idle: reading.idleCount + writing.idleCount,
      waiting: reading.waitingCount + writing.waitingCount,
    }),
    async close() {
      await Promise.all([reading.end(), writing.end()]);
    },
    giveUp() {
      isGivenUp = true;
      for (const { breakAll } of pools) breakAll();
    },
  };
}

/**
 * Transactions that run once more when two at once wrote what must be unique: then the work sees
 * what the other one wrote, and can refuse in words.
 */
export function onceMoreIfTaken({ transact }: Pick<Database, 'transact'>): Database['transact'] {
  return async (work) => {
    try {
      return await transact(work);
    } catch (error) {
      if (!isTaken(error)) throw error;
      return transact(work);
    }
  };
}

/**
 * Runs `work` in a transaction that may end in two ways: what `work` returns is committed; with
 * what `work` passes to `rollBack`, nothing is changed. Returns either.
 */
export async function transactOrRollBack<T>(
  db: Pick<Database, 'transact'>,
  work: (transaction: Transaction, rollBack: (result: T) => never) => Promise<T>,
): Promise<T> {
  let rolledBack: RolledBack<T> | undefined;
  const rollBack = (result: T): never => {
    rolledBack = new RolledBack(result);
    throw rolledBack;
  };
  try {
    return await db.transact((transaction) => work(transaction, rollBack));
  } catch (error) {
    if (rolledBack !== undefined && error === rolledBack) return rolledBack.result;
    throw error;
  }
}

/** Carries a result out of a transaction, which is rolled back only by an exception. */
class RolledBack<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('rolled back');
    this.result = result;
  }
}
