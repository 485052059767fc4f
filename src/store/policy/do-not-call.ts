import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

const BEGIN_IMPORT = `
  create temporary table do_not_call_import (recipient bigint primary key) on commit drop`;

/** Makes room for the numbers of a file, until the transaction ends. */
export async function beginImport(transaction: Transaction): Promise<void> {
  await transaction.run('begin-dnc-import', BEGIN_IMPORT, []);
}

const ADD_TO_IMPORT = `
  insert into do_not_call_import select unnest($1::bigint[]) on conflict do nothing`;

export async function addToImport(
  transaction: Transaction,
  numbers: readonly string[],
): Promise<void> {
  await transaction.run('add-to-dnc-import', ADD_TO_IMPORT, [numbers]);
}

const REMOVE_MISSING = `
  with gone as (
    delete from do_not_call d
    where d.source = $1 and not exists (
      select from do_not_call_import i where i.recipient = d.recipient)
    returning 1
  )
  select count(*) as rows from gone`;

const ADD_NEW = `
  with came as (
    insert into do_not_call (recipient, source, listed_at)
    select i.recipient, $1, to_timestamp($2::float8 / 1000) from do_not_call_import i
    on conflict (recipient, source) do nothing
    returning 1
  )
  select count(*) as rows from came`;

type Count = { readonly rows: number };

/** Makes the numbers of the file part of a source's list; with `replace` all of the list. */
export async function finishImport(
  transaction: Transaction,
  source: string,
  how: { readonly replace: boolean; readonly atMs: number },
): Promise<{ readonly added: number; readonly removed: number }> {
  const [removed] = how.replace
    ? await transaction.run<Count>('remove-missing-dnc', REMOVE_MISSING, [source])
    : [];
  const [added] = await transaction.run<Count>('add-new-dnc', ADD_NEW, [source, how.atMs]);
  return { added: added?.rows ?? 0, removed: removed?.rows ?? 0 };
}

export type DoNotCallRecord = {
  readonly recipient: string;
  readonly source: string;
  readonly listedAtMs: number;
};

const COLUMNS = `recipient::text, source, listed_at as "listedAtMs"`;

const LIST = `
  select ${COLUMNS} from do_not_call where recipient > $1 order by recipient, source limit $2`;

/** The register in order of numbers, beginning after one. */
export async function listDoNotCall(
  reader: Reader,
  page: { readonly after: string; readonly most: number },
): Promise<readonly DoNotCallRecord[]> {
  return reader.read<DoNotCallRecord>('list-dnc', LIST, [page.after, page.most]);
}

const FIND = `select ${COLUMNS} from do_not_call where recipient = $1 order by source`;

/** On whose lists a number stands. */
export async function findDoNotCall(
  reader: Reader,
  recipient: string,
): Promise<readonly DoNotCallRecord[]> {
  return reader.read<DoNotCallRecord>('find-dnc', FIND, [recipient]);
}

const DELETE = `
  delete from do_not_call where recipient = $1 and ($2::text is null or source = $2)
  returning source`;

/** Takes a number from the list of a source, or from all; gives the sources. */
export async function deleteDoNotCall(
  transaction: Transaction,
  recipient: string,
  source: string | undefined,
): Promise<readonly string[]> {
  const values = [recipient, source ?? null];
  type Row = { readonly source: string };
  const rows = await transaction.run<Row>('delete-dnc', DELETE, values);
  return rows.map((row) => row.source);
}

export type SourceSummary = {
  readonly source: string;
  readonly numbers: number;
  readonly newestAtMs: number;
};

const SOURCES = `
  select source, count(*) as numbers, max(listed_at) as "newestAtMs"
  from do_not_call group by source order by source`;

/** How many numbers each source has listed. */
export async function sumUpDoNotCall(reader: Reader): Promise<readonly SourceSummary[]> {
  return reader.read<SourceSummary>('sum-up-dnc', SOURCES, []);
}
