/**
 * One transaction on one connection, in as few round trips as its statements allow.
 *
 * BEGIN travels with the first statement, COMMIT with the last one if the caller says which that
 * is (`last`), and statements sent without waiting for each other travel together. "Lock and look,
 * then write" is therefore two round trips instead of four. Without any statement nothing is sent.
 * A transaction that waits for none of its statements before it commits is one group (at-once.ts).
 *
 * The connection must be opened with `pipeline: true`, or the driver holds statements back.
 */
import type { Writable } from 'node:stream';
import type { ClientBase, QueryResult } from 'pg';
import { type Bound, notePrepared, runAtOnce } from './at-once.ts';
import { CommitUnknown, isConnectionLost } from './faults.ts';
import type { Answer, Statement } from './statement.ts';

/** Queries the database. The API gets only this: sessions that cannot write. */
export type Reader = {
  /**
   * Runs a statement with the parameters in `values`, by name, and returns the rows
   * (statement.ts says how). Rejects with the driver's error.
   */
  read<Row>(statement: Statement<Row>, values?: object): Promise<readonly Row[]>;
};

declare const writes: unique symbol;

/** A transaction in progress. Only `Database.transact` creates one. */
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
   * its error, so that it makes no difference which of them settles first.
   */
  commit(): Promise<void>;
};

/** The two ways in which `transact` ends what its work has begun. */
type OpenTransaction = {
  readonly transaction: Transaction;
  /** Commits when the work did not do so by `last`. */
  commit(): Promise<void>;
  /** Rolls back unless it has ended. Rejects when the connection is lost. */
  rollBack(): Promise<void>;
  /**
   * The meaning of the work failing with `thrown`: if a COMMIT was sent along, its outcome
   * decides. With a lost connection the statements next to it fail as well, and know nothing of it.
   */
  explain(thrown: unknown): Promise<unknown>;
};

/** The error of the first statement that failed; not of a lost connection. */
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

/** The driver's socket; not part of its types. */
type Wired = { readonly connection?: { readonly stream?: Writable } };

/** Sends everything written to `client` in this turn in one packet: one system call. */
function packTurn(client: ClientBase): void {
  const stream = (client as unknown as Wired).connection?.stream;
  if (stream === undefined || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Statements that wait for the end of the turn: to begin a transaction, or to be all of one. */
type Gathering = {
  /** Adds one, to be sent at the end of the turn at the latest. */
  add(bound: Bound): Promise<Answer>;
  isEmpty(): boolean;
  /** Sends BEGIN and what was added; false when there is nothing. */
  begin(): boolean;
  /** Sends and commits all of it as one group; undefined when that cannot be (at-once.ts). */
  commit(): Promise<void> | undefined;
};

function createGathering(
  client: ClientBase,
  query: (bound: Bound) => Promise<Answer>,
  onEndOfTurn: () => void,
): Gathering {
  let gathered: readonly (Bound & { resolve(answer: Promise<Answer>): void })[] = [];
  return {
    async add(bound) {
      if (gathered.length === 0) process.nextTick(onEndOfTurn);
      return new Promise((resolve) => {
        gathered = [...gathered, { ...bound, resolve }];
      });
    },
    isEmpty: () => gathered.length === 0,
    begin() {
      if (gathered.length === 0) return false;
      packTurn(client);
      // Both are sent now and awaited together: should BEGIN fail, the statements count as failed.
      const begun = client.query('BEGIN');
      for (const { resolve, ...bound } of gathered) {
        resolve(Promise.all([query(bound), begun]).then(([answer]) => answer));
      }
      gathered = [];
      return true;
    },
    commit() {
      const answers = runAtOnce(client, gathered);
      if (answers === undefined) return undefined;
      gathered.forEach(({ resolve }, index) => {
        resolve(answers.then((all) => all[index] ?? missing()));
      });
      gathered = [];
      return answers.then(
        () => undefined,
        (error: unknown) => {
          throw isConnectionLost(error) ? new CommitUnknown(error) : error;
        },
      );
    },
  };
}

/** Runs statements on `client`, and notes in `failed` the error of the first that fails. */
function createQuerying(client: ClientBase, failed: Failed) {
  const note = (error: unknown): void => {
    if (!isConnectionLost(error)) failed.first ??= { error };
  };
  return {
    bind(statement: Statement, given: object): Bound {
      try {
        return { statement, values: statement.valuesOf(given) };
      } catch (error) {
        // Nothing else may be committed without it.
        note(error);
        throw error;
      }
    },
    async query({ statement, values }: Bound): Promise<Answer> {
      const { name, text } = statement;
      packTurn(client);
      const asked = { name, text, values: [...values], rowMode: 'array' as const };
      const answer = client.query<unknown[]>(asked);
      // At once: before the answer to a COMMIT that travels with it.
      answer.catch(note);
      const result = await answer;
      notePrepared(client, name, result);
      return result;
    },
  };
}

/** Opens a transaction on `client`, which nobody else may use until it has ended. */
export function openTransaction(client: ClientBase): OpenTransaction {
  let state: 'gathering' | 'open' | 'ended' = 'gathering';
  const failed: Failed = {};
  let committing: Promise<void> | undefined;
  const { bind, query } = createQuerying(client, failed);
  const gathering = createGathering(client, query, () => begin());
  const begin = (): void => {
    if (state === 'gathering' && gathering.begin()) state = 'open';
  };
  const sendCommit = async (): Promise<void> => {
    if (failed.first !== undefined) throw failed.first.error;
    committing = state === 'gathering' ? gathering.commit() : undefined;
    if (committing === undefined) {
      begin();
      committing = confirmCommit(client.query('COMMIT'), failed);
    }
    state = 'ended';
    await committing;
  };

  const send = async <Row>(
    statement: Statement<Row>,
    given: object = {},
  ): Promise<readonly Row[]> => {
    if (state === 'ended') throw new Error(`statement ${statement.name} came after the last one`);
    const bound = bind(statement, given);
    return statement.rowsOf(await (state === 'open' ? query(bound) : gathering.add(bound)));
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
    if (state === 'open' || !gathering.isEmpty()) await sendCommit();
  };

  return {
    transaction: { read: send, run: send, last, commit } as unknown as Transaction,
    commit,
    async rollBack() {
      begin();
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

function missing(): never {
  throw new Error('a group lacks the answer of a statement');
}
