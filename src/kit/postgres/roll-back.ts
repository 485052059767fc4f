import type { Database, Transaction } from './pool.ts';

/**
 * Runs `work` in a transaction that may end in two ways: with what `work` returns it commits, with
 * what `work` gives to `rollBack` nothing was changed. Returns either.
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

/** Carries a result out of a transaction, which only an exception rolls back. */
class RolledBack<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('rolled back');
    this.result = result;
  }
}
