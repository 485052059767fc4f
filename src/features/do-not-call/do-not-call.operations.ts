/** The do-not-call register: numbers that may get no promotional messages. */
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { pattern, Type } from '../../kit/shape.ts';
import { raiseSettingsVersion } from '../../store/nodes/versions.ts';
import {
  addToImport,
  beginImport,
  deleteDoNotCall,
  type DoNotCallRecord,
  findDoNotCall,
  finishImport,
  listDoNotCall,
  sumUpDoNotCall,
} from '../suppressions/suppressions.sql.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { argument, flag, mobile, option, text } from '../../operations/fields.ts';
import { operation, query, type Field } from '../../operations/operation.ts';
import { placeOfNumber } from '../suppressions/suppressions.operations.ts';
import { at, type RawFields } from '../../operations/show.ts';

const PAGE = 1_000;

function show({ recipient, source, listedAtMs }: DoNotCallRecord): RawFields {
  return { recipient, source, since: at(listedAtMs) };
}

export const doNotCallList = query({
  name: 'dnc list',
  about: 'Lists the sources of the do-not-call register, or its numbers.',
  input: { after: option('after', placeOfNumber, 'lists the numbers, starting after this one') },
  async read({ reader }, { after }) {
    if (after === undefined) {
      const sources = await sumUpDoNotCall(reader);
      const data = sources.map(({ newestAtMs, ...it }) => ({ ...it, newest: at(newestAtMs) }));
      return { data, note: 'To list the numbers: --after 0' };
    }
    const records = await listDoNotCall(reader, { after, most: PAGE });
    const last = records.length === PAGE ? records.at(-1) : undefined;
    return { data: records.map(show), note: last && `More: --after ${last.recipient}` };
  },
});

export const doNotCallShow = query({
  name: 'dnc show',
  about: 'Shows which lists contain a number.',
  input: { recipient: argument('NUMBER', mobile) },
  read: async ({ reader }, { recipient }) => ({
    data: (await findDoNotCall(reader, { recipient })).map(show),
  }),
});

export const removeDoNotCall = operation({
  name: 'dnc remove',
  about: 'Removes a number from the do-not-call register.',
  audit: 'dnc.remove',
  raises: 'nothing',
  input: {
    recipient: argument('NUMBER', text()),
    source: option('source', text('NAME'), 'from this list only'),
  },
  async work(transaction, { source, ...input }) {
    const read = readRecipient(input.recipient);
    if (!read.ok) return refuse('recipient', mobile.must);
    const recipient = read.number;
    const sources = await deleteDoNotCall(transaction, { recipient, source });
    if (sources.length === 0) return refuse('recipient', 'is not on the register');
    await raiseSettingsVersion(transaction);
    return changed({ recipient, sources }, { recipient, sources });
  },
  show: ({ recipient, sources }) => ({ data: { recipient, removed_from: sources } }),
});

async function* linesOf(text: string): AsyncIterable<string> {
  yield* text.split(/\r?\n/);
}

/** A file by its lines, with its name for the audit log. */
const lines: Field<AsyncIterable<string>, 'needed'> = {
  need: 'needed',
  options: [],
  schema: Type.String(),
  inBody: {
    name: 'lines',
    schema: Type.String({ description: 'What the file holds: one number per line.' }),
  },
  take: (value) => ({ value: linesOf(value as string) }),
  read: (given, source) => source.readLines(given.arg('FILE')),
};

const SOURCE = /^[\w .-]{1,40}$/;
const SOURCE_MUST = 'must have 1 to 40 letters, digits, blanks, dots and dashes';

const source: Field<string, 'needed'> = {
  need: 'needed',
  options: [{ name: 'source', value: 'NAME', about: 'whose list it is: PTA' }],
  schema: Type.String(pattern(SOURCE, SOURCE_MUST)),
  read(given) {
    const name = given.option('source');
    if (name !== undefined) return name;
    throw new UsageError('--source must say whose list it is: PTA.');
  },
  take: (value) => ({ value: value as string }),
  rule: (name) => (SOURCE.test(name) ? undefined : SOURCE_MUST),
};

type Read = {
  /** Lines that are not empty. */
  readonly read: number;
  readonly unreadable: number;
  /** The first of them, counted from 1. */
  readonly unreadableLines: readonly number[];
};

/**
 * Imports the whole file or nothing. The version is raised last, so that sends judged by the old
 * register are judged again, and nobody waits for the import but who changes the register: it is
 * locked as a whole before the settings here, and row by row before them where a number is removed.
 */
export const importDoNotCall = operation({
  name: 'dnc import',
  about: 'Imports numbers that must get no promotional messages, one per line, all or nothing.',
  audit: 'dnc.import',
  raises: 'nothing',
  input: {
    file: argument('FILE', text()),
    lines,
    source,
    replace: flag('replace', 'the file is the whole list: removes numbers not in it'),
  },
  async work(transaction, input, { clock }) {
    const { file, replace } = input;
    await beginImport(transaction);
    const read = await readAll(transaction, input.lines);
    if (read.unreadable * 2 > read.read || read.read === 0) {
      return refuse('file', 'must have a number in most lines, or it is not a list of numbers');
    }
    const end = { replace, atMs: clock.nowMs() };
    const imported = { ...read, ...(await finishImport(transaction, input.source, end)) };
    await raiseSettingsVersion(transaction);
    return changed(imported, { source: input.source, file, replace, ...imported });
  },
  show({ unreadableLines, ...counts }, input) {
    const isCut = counts.unreadable > unreadableLines.length;
    const note = `Not read: line ${unreadableLines.join(', ')}${isCut ? ' and more' : ''}`;
    const data = { ...counts, unreadable_lines: unreadableLines.map(String) };
    const shown = { source: input.source, ...data };
    return { data: shown, note: counts.unreadable > 0 ? note : undefined };
  },
});

const PIECE = 20_000;
const LINES_NAMED = 20;

async function readAll(transaction: Transaction, given: AsyncIterable<string>): Promise<Read> {
  const unreadableLines: number[] = [];
  let [line, read, unreadable] = [0, 0, 0];
  let piece: string[] = [];
  for await (const content of given) {
    line += 1;
    const cell = firstCell(content);
    if (cell === '') continue;
    read += 1;
    const number = numberIn(cell);
    if (number === undefined) {
      unreadable += 1;
      if (unreadableLines.length < LINES_NAMED) unreadableLines.push(line);
    } else {
      piece.push(number);
    }
    if (piece.length < PIECE) continue;
    await addToImport(transaction, { numbers: piece });
    piece = [];
  }
  if (piece.length > 0) await addToImport(transaction, { numbers: piece });
  return { read, unreadable, unreadableLines };
}

function firstCell(line: string): string {
  const [cell = ''] = line.split(/[,;\t|]/, 1);
  return cell.replaceAll(/["'\uFEFF]/g, '').trim();
}

/** Most lines are plain; the others are read like a send's recipients. */
function numberIn(cell: string): string | undefined {
  const plain = /^(?:\+92|0092|92|0)?(3\d{9})$/.exec(cell)?.[1];
  if (plain !== undefined) return `92${plain}`;
  const read = readRecipient(cell.slice(0, 64));
  return read.ok ? read.number : undefined;
}
