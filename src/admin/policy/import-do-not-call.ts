import { readRecipient } from '../../domain/recipient/recipient.ts';
import { raiseSettingsVersion } from '../../store/changes/raise-versions.ts';
import { addToImport, beginImport, finishImport } from '../../store/policy/do-not-call.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type ImportDoNotCall = {
  /** Whose list it is: `PTA`. */
  readonly source: string;
  /** One number a line, or in the first column. */
  readonly lines: AsyncIterable<string>;
  /** The file is the whole list of its source: what it lacks is removed. */
  readonly replace: boolean;
  /** For the audit. */
  readonly file: string;
};

export type Imported = {
  /** Lines that are not empty. */
  readonly read: number;
  readonly added: number;
  readonly removed: number;
  readonly unreadable: number;
  /** The first of them, counted from 1. */
  readonly unreadableLines: readonly number[];
};

const PIECE = 20_000;
const LINES_TOLD = 20;

/**
 * Imports a file of the do-not-call register: all of it, or nothing. Its version is raised last, so
 * that sends which were judged by the old register are judged again, and nobody waits for the
 * import.
 */
export async function importDoNotCall(
  admin: Admin,
  input: ImportDoNotCall,
): Promise<Outcome<Imported>> {
  const { source, lines, replace, file } = input;
  if (!/^[\w .-]{1,40}$/.test(source)) return refuse('source', 'must have 1 to 40 letters');
  return change(admin, { action: 'dnc.import' }, async (transaction) => {
    await beginImport(transaction);
    const read = await readAll(transaction, lines);
    if (read.unreadable * 2 > read.read || read.read === 0) {
      return refuse('file', 'must hold a number in most lines, or it is no list of numbers');
    }
    const atMs = admin.clock.nowMs();
    const moved = await finishImport(transaction, source, { replace, atMs });
    await raiseSettingsVersion(transaction);
    const imported = { ...read, ...moved };
    return changed(imported, { source, file, replace, ...imported });
  });
}

type Read = Omit<Imported, 'added' | 'removed'>;

async function readAll(transaction: Transaction, lines: AsyncIterable<string>): Promise<Read> {
  const unreadableLines: number[] = [];
  let [line, read, unreadable] = [0, 0, 0];
  let piece: string[] = [];
  for await (const text of lines) {
    line += 1;
    const cell = firstCell(text);
    if (cell === '') continue;
    read += 1;
    const number = numberIn(cell);
    if (number === undefined) {
      unreadable += 1;
      if (unreadableLines.length < LINES_TOLD) unreadableLines.push(line);
    } else {
      piece.push(number);
    }
    if (piece.length < PIECE) continue;
    await addToImport(transaction, piece);
    piece = [];
  }
  if (piece.length > 0) await addToImport(transaction, piece);
  return { read, unreadable, unreadableLines };
}

function firstCell(line: string): string {
  const [cell = ''] = line.split(/[,;\t|]/, 1);
  return cell.replaceAll(/["'\uFEFF]/g, '').trim();
}

/** Most lines are plain; the others are read as those of a send are. */
function numberIn(cell: string): string | undefined {
  const plain = /^(?:\+92|0092|92|0)?(3\d{9})$/.exec(cell)?.[1];
  if (plain !== undefined) return `92${plain}`;
  const read = readRecipient(cell.slice(0, 64));
  return read.ok ? read.number : undefined;
}
