/**
 * One transaction on one connection, in as few round trips as its statements allow.
 *
 * BEGIN travels with the first statement, COMMIT with the last one when the caller says which that
 * is (`last`), and statements sent without waiting for each other travel together. "Lock and look,
 * then write" is therefore two round trips instead of four. Without any statement nothing is sent.
 *
 * The connection must be opened with `pipeline: true`, or the driver holds statements back.
 */
import type { Writable } from 'node:stream';
import type { ClientBase, QueryResult } from 'pg';
import { CommitUnknown, isConnectionLost } from './faults.ts';
import type { Statement } from './statement.ts';

/** Asks the database. The API gets no more than this: sessions that cannot write. */
export type Reader = {
  /**
   * Runs a statement with the parameters that `values` has by its names, and gives the rows
   * (statement.ts says how). Rejects with the driver's error.
   */
  read<Row>(statement: Statement<Row>, values?: object): Promise<readonly Row[]>;
};

declare const writes: unique symbol;

/** A transaction under way. Only `Database.transact` makes one. */
export type Transaction = Reader & {
  readonly [writes]: true;
  /** Runs a statement that may write; otherwise as `read`. Does not wait for earlier ones. */
  run<Row>(statement: Statement<Row>, values?: object): Promise<readonly Row[]>;
  /**
   * Runs the last statement and commits in the same round trip. It resolves when both are done;
   * when the statement fails everything is rolled back. After it the transaction takes no more.
   */
  last<Row>(statement: Statement<Row>, values?: object): Promise<readonly Row[]>;
  /**
   * Commits in the same round trip as statements that have been sent and not awaited: await it
   * together with them. When one of them fails everything is rolled back and this rejects with
   * what it failed with, so that it makes no difference which of them is heard of first.
   */
  commit(): Promise<void>;
};

type State = 'unopened' | 'open' | 'ended';

/** The two ways of `transact` to end what its work has begun. */
export type OpenTransaction = {
  readonly transaction: Transaction;
  /** Commits when the work did not do so by `last`. */
  commit(): Promise<void>;
  /** Rolls back unless it has ended. Rejects when the connection is lost. */
  rollBack(): Promise<void>;
  /**
   * What it means that the work failed with `thrown`: where a COMMIT was sent along, its outcome
   * tells. With a lost connection the statements beside it fail as well, and know nothing of it.
   */
  explain(thrown: unknown): Promise<unknown>;
};

/** What the first statement that failed has failed with; not a connection that is lost. */
type Failed = { first?: { readonly error: unknown } };

/** Rejects unless the server has committed: to COMMIT after an error it answers ROLLBACK. */
async function confirmCommit(answer: Promise<QueryResult>, failed: Failed): Promise<void> {
  const result = await answer.catch((error: unknown) => {
    if (failed.first !== undefined) throw failed.first.error;
    throw isConnectionLost(error) ? new CommitUnknown(error) : error;
  });
  if (result.command === 'COMMIT') return;
  if (failed.first !== undefined) throw failed.first.error;
  throw new Error('the transaction was rolled back: a statement in it had failed');
}

/** What the driver keeps of its socket; not part of its types. */
type Wired = { readonly connection?: { readonly stream?: Writable } };

/** Lets everything that is sent to `client` in this turn leave in one packet: one system call. */
function packTurn(client: ClientBase): void {
  const stream = (client as unknown as Wired).connection?.stream;
  if (stream === undefined || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Opens a transaction on `client`, which nobody else may use until it has ended. */
export function openTransaction(client: ClientBase): OpenTransaction {
  let state: State = 'unopened';
  const failed: Failed = {};
  let committing: Promise<void> | undefined;

  const note = (error: unknown): void => {
    if (!isConnectionLost(error)) failed.first ??= { error };
  };
  const sendCommit = (): Promise<void> => {
    state = 'ended';
    committing = confirmCommit(client.query('COMMIT'), failed);
    return committing;
  };

  const send = async <Row>(
    statement: Statement<Row>,
    given: object = {},
  ): Promise<readonly Row[]> => {
    const { name, text } = statement;
    if (state === 'ended') throw new Error(`statement ${name} came after the last one`);
    const values = statement.valuesOf(given);
    packTurn(client);
    // Both are sent now and awaited together: should BEGIN fail, the statement counts as failed.
    const begun = state === 'unopened' ? client.query('BEGIN') : undefined;
    state = 'open';
    const answer = client.query<unknown[]>({ name, text, values, rowMode: 'array' });
    // At once: before the answer to a COMMIT that travels with it.
    answer.catch(note);
    const [result] = await Promise.all([answer, begun]);
    return statement.rowsOf(result);
  };

  const last = async <Row>(statement: Statement<Row>, given?: object): Promise<readonly Row[]> => {
    const rows = send(statement, given);
    const [written, settled] = await Promise.allSettled([rows, sendCommit()]);
    if (written.status === 'rejected') {
      const { reason } = written;
      throw isConnectionLost(reason) ? new CommitUnknown(reason) : reason;
    }
    if (settled.status === 'rejected') throw settled.reason;
    return written.value;
  };

  const commit = async (): Promise<void> => {
    if (state === 'open') await sendCommit();
  };

  return {
    transaction: { read: send, run: send, last, commit } as unknown as Transaction,
    commit,
    async rollBack() {
      if (state !== 'open') return;
      state = 'ended';
      await client.query('ROLLBACK');
    },
    async explain(thrown) {
      const [settled] = await Promise.allSettled([committing]);
      return settled.status === 'rejected' ? settled.reason : thrown;
    },
  };
}
