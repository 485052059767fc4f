/** Reads files with the service's caps: as the service does, or inside this process. */
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wallClock } from '@paigham/base/clock.ts';
import type { ReadResult, SheetCaps, SheetFault, SheetRow } from '../src/index.ts';
import { readSheet } from '../src/index.ts';
import { readSource } from '../src/read-source.ts';
import { RowSink } from '../src/source.ts';

const MEGABYTE = 1024 * 1024;

export const caps: SheetCaps = {
  fileBytes: 100 * MEGABYTE,
  unpackedBytes: 1024 * MEGABYTE,
  zipEntries: 10_000,
  sheets: 1_000,
  rows: 1_048_576,
  columns: 702,
  cells: 20_000_000,
  cellCharacters: 32_767,
  rowCharacters: MEGABYTE,
  sharedStrings: 10_000_000,
  sharedCharacters: 256 * MEGABYTE,
  heapBytes: 512 * MEGABYTE,
  workMs: 110_000,
};

export type Reading = { readonly rows: readonly SheetRow[]; readonly result: ReadResult };

/** Everything in a file, and what became of it: read by a process of its own. */
export async function readFile(file: string, other: Partial<SheetCaps> = {}): Promise<Reading> {
  const rows: SheetRow[] = [];
  let result: ReadResult | undefined;
  for await (const event of readSheet(file, { caps: { ...caps, ...other }, clock: wallClock })) {
    if (event.kind === 'rows') rows.push(...event.rows);
    else result = event;
  }
  if (result === undefined) throw new Error('the reading had no end');
  return { rows, result };
}

/** The same inside this process, which is faster and shows whatever is thrown. */
export async function readHere(file: string, other: Partial<SheetCaps> = {}): Promise<Reading> {
  const rows: SheetRow[] = [];
  const all = { ...caps, ...other };
  const fd = openSync(file, 'r');
  try {
    const sink = new RowSink(all, async (batch) => void rows.push(...batch));
    const result = await readSource({ fd, fileBytes: fstatSync(fd).size, caps: all, sink });
    return { rows, result };
  } finally {
    closeSync(fd);
  }
}

/** The same for bytes that are not in a file yet. The name does not matter. */
export async function readBytes(
  bytes: Buffer | string,
  other: Partial<SheetCaps> = {},
): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'paigham-sheets-'));
  try {
    const file = join(folder, 'file');
    writeFileSync(file, bytes);
    return await readHere(file, other);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Rows as number and cells, easy to compare. */
export const plain = ({ rows }: Reading): (readonly [number, readonly string[]])[] =>
  rows.map(({ row, cells }) => [row, cells]);

/** What is wrong with a file; undefined: nothing. */
export async function faultOf(
  bytes: Buffer | string,
  other: Partial<SheetCaps> = {},
): Promise<SheetFault | undefined> {
  const { result } = await readBytes(bytes, other);
  return result.kind === 'refused' ? result.fault : undefined;
}
