import { globSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOfId, firstIdAt } from '../../src/kit/ids.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { propertyOf, statements, type Statement } from '../../src/kit/postgres/statement.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { freshDatabase } from '../support/database.ts';
import { readDeclared, type Declared } from '../support/declared-statements.ts';
import { describeStatement, type Column } from '../support/described.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync(
  'src/{store/**/*,features/**/*.sql,kit/postgres/check-server,app/open-api}.ts',
  {
    cwd: root,
  },
).filter((file) => !file.endsWith('.test.ts'));
const NOW_MS = Date.UTC(2026, 10, 20);
const day = dayOfId(firstIdAt(NOW_MS));

/** Statements on a table that only the transaction has. */
const ON_TEMPORARY = new Set(['add-to-dnc-import', 'remove-missing-dnc', 'add-new-dnc']);

/** Columns that may be null, of which the condition of the statement leaves no such row. */
const NEVER_NULL_HERE = new Set([
  'check-server name',
  'check-server setting',
  'list-newest-keys sealed',
  'find-attempts operatorKey',
  'find-refundable settleId',
  'list-chat-numbers accountId',
  'list-chat-numbers businessId',
  'find-enabled-number accountId',
  'find-enabled-number businessId',
  'unpark-receipts operatorKey',
  'unpark-receipts state',
  'unpark-receipts level',
  'early-names operatorKey',
  'find-overtaken operatorKey',
  'find-clues operatorKey',
  'list-silent operatorKey',
  'lock-waiting-reply-parts reference',
  'find-waiting-reply-parts reference',
  'read-document content',
]);

let declared: ReturnType<typeof readDeclared>;
const made: Statement[] = [];

beforeAll(async () => {
  for (const file of files) await import(join(root, file));
  for (const it of statements.values()) made.push(typeof it === 'function' ? it(day) : it);
  declared = readDeclared(files);
});

const nameOf = ({ name }: Statement): string => name.replace(`-${day}`, '');

describe('every statement', () => {
  it('is declared where the compiler is asked for it', () => {
    const missing = made.map(nameOf).filter((name) => !declared.has(name));
    expect(missing).toEqual([]);
    const calls = [...declared.values()].flatMap(({ given }) => given);
    expect(calls.length).toBeGreaterThanOrEqual(made.length);
  });

  it('is given every parameter that it names', () => {
    const lacking = made.flatMap((it) => {
      const given = declared.get(nameOf(it))?.given ?? [];
      return given.flatMap((properties) =>
        it.parameters
          .filter((parameter) => !properties.has(parameter))
          .map((parameter) => `${it.name} is not given ${parameter}`),
      );
    });
    expect(lacking).toEqual([]);
  });

  it('gives the columns, of the types, that its row says', async () => {
    const { address, database } = await freshDatabase();
    await database.transact((transaction) => makePartitions(transaction, NOW_MS, 1));
    const wrong = await withConnection(address, async (client) => {
      const sentences: string[] = [];
      for (const it of made) {
        if (ON_TEMPORARY.has(it.name)) continue;
        const columns = await describeStatement(client, it.text);
        const row = declared.get(nameOf(it))?.row;
        if (row !== undefined) sentences.push(...compare(nameOf(it), columns, row));
      }
      return sentences;
    });
    expect(wrong).toEqual([]);
  });
});

function compare(
  name: string,
  columns: readonly Column[],
  row: ReadonlyMap<string, Declared>,
): readonly string[] {
  if (row.size === 0) return [];
  const given = new Map(columns.map((it) => [propertyOf(it.name, it.type), it]));
  const missing = [...row.keys()].filter((property) => !given.has(property));
  return [
    ...missing.map((property) => `${name} gives no ${property}`),
    ...[...given].flatMap(([property, column]) => {
      const said = row.get(property);
      if (said === undefined) return [`${name}: nobody asks for ${property}`];
      if (said.kind === 'unknown') return [];
      const { kind } = column;
      if (kind !== 'any' && kind !== said.kind) {
        return [`${name}: ${property} is declared as ${said.kind}, and is a ${kind}`];
      }
      const isExcused = said.mayBeUndefined || NEVER_NULL_HERE.has(`${name} ${property}`);
      if (column.mayBeNull && !isExcused) {
        return [`${name}: ${property} may be null, and is declared as if it never were`];
      }
      return [];
    }),
  ];
}
