/**
 * Brings a database to the schema of this program: plain SQL files, `NNNN-name.sql`, in the order
 * of their numbers, each in a transaction of its own and recorded with its checksum.
 *
 * Nodes that start together take turns: each transaction first takes a lock that ends with it
 * (which also works behind a connection pooler) and rechecks what is done. A file that was
 * applied must not change, and a program refuses a database that is newer than itself.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError, type Client } from 'pg';
import { Refusal } from '@paigham/base/refusal.ts';
import type { Address } from './address.ts';
import { withConnection } from './address.ts';

type Migration = {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
};

type Applied = { readonly number: number; readonly name: string; readonly checksum: string };

/** Any fixed number that no other lock of ours uses. */
const lockKey = 7_241_104;

const recordTable = `
  CREATE TABLE schema_migration (
    number     int PRIMARY KEY,
    name       text NOT NULL,
    checksum   text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

function readMigrations(folder: string): readonly Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file, index) => {
    const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
    if (number === undefined || name === undefined || Number(number) !== index + 1) {
      throw new Refusal(`${file} should be named ${String(index + 1).padStart(4, '0')}-name.sql.`);
    }
    const text = readFileSync(join(folder, file), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    return { number: Number(number), name, text, checksum };
  });
}

export function migrationNames(folder: string): readonly string[] {
  return readMigrations(folder).map(({ name }) => name);
}

/** Refuses a database with a different migration history. */
function compare(applied: readonly Applied[], known: readonly Migration[]): void {
  for (const { number, name, checksum } of applied) {
    const ours = known[number - 1];
    if (ours === undefined) {
      throw new Refusal(
        `The database is at migration ${number} (${name}), this program knows ${known.length}: ` +
          `it is older than the database. Start the newer program.`,
      );
    }
    if (ours.checksum !== checksum) {
      throw new Refusal(
        `Migration ${number} (${name}) was changed after it was applied: ` +
          `restore the file and put the change into a new one.`,
      );
    }
  }
}

const sentenceOfDenial =
  'The database lacks migrations, and this role may not make them: set DATABASE_OWNER_URL to the ' +
  "owner's address (db/roles.sql).";

function isDenied(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42501';
}

/** Applies the next migration, if any is left, after `onNext`, and returns its name. */
async function applyNext(
  client: Client,
  known: readonly Migration[],
  onNext: () => void,
): Promise<string | undefined> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    // A role that cannot create anything can still check that nothing is missing.
    const record = await client.query("SELECT to_regclass('schema_migration') AS name");
    if (record.rows[0]?.name === null) await client.query(recordTable);
    const found = await client.query<Applied>(
      'SELECT number, name, checksum FROM schema_migration ORDER BY number',
    );
    compare(found.rows, known);
    const next = known[found.rows.length];
    if (next !== undefined) {
      onNext();
      await client.query(next.text);
      await client.query(
        'INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)',
        [next.number, next.name, next.checksum],
      );
    }
    await client.query('COMMIT');
    return next?.name;
  } catch (error) {
    await client.query('ROLLBACK');
    throw isDenied(error) ? new Refusal(sentenceOfDenial) : error;
  }
}

/**
 * Applies the files of `folder` that the database lacks, and returns their names in order. Throws
 * `Refusal` when database and files disagree, and PostgreSQL's error when a file fails (which then
 * has left nothing). `onNext` is called before each.
 */
export async function migrate(
  address: Address,
  folder: string,
  onNext: () => void = () => undefined,
): Promise<readonly string[]> {
  const known = readMigrations(folder);
  return withConnection(address, async (client) => {
    await client.query('SET client_min_messages = warning');
    const names: string[] = [];
    for (;;) {
      const name = await applyNext(client, known, onNext);
      if (name === undefined) return names;
      names.push(name);
    }
  });
}
