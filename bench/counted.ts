import type { Database, Transaction } from '../src/kit/postgres/pool.ts';
import type { Statement } from '../src/kit/postgres/statement.ts';

/** A database that notes in `asked` how often each statement is asked of it, by its name. */
export function counted(db: Database, asked: Map<string, number>): Database {
  const note = ({ name }: Statement): void => void asked.set(name, (asked.get(name) ?? 0) + 1);
  const noting = (transaction: Transaction): Transaction => ({
    ...transaction,
    read(statement, values) {
      note(statement);
      return transaction.read(statement, values);
    },
    run(statement, values) {
      note(statement);
      return transaction.run(statement, values);
    },
    last(statement, values) {
      note(statement);
      return transaction.last(statement, values);
    },
  });
  return {
    ...db,
    read(statement, values) {
      note(statement);
      return db.read(statement, values);
    },
    transact: (work) => db.transact((transaction) => work(noting(transaction))),
  };
}
