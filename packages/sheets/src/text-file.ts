/** Rows of .csv and .txt. */
import { CsvCutter } from './csv.ts';
import { type Encoding, judgeEncoding, type JudgedEncoding } from './encoding.ts';
import { damaged } from './fault.ts';
import { readChunks, type Source } from './source.ts';

/** How much of the text is used to find the delimiter. */
const SAMPLE_CHARACTERS = 64 * 1024;

/** By a formula such as `="0042"` programs keep a text a text: a spreadsheet shows what it says. */
function asShown(cell: string): string {
  if (!cell.startsWith('="')) return cell;
  const [, text] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

/**
 * The file's text in chunks, without its byte order mark; of a damaged one what comes before the
 * damage.
 */
async function* decode(source: Source, judged: JudgedEncoding): AsyncGenerator<string> {
  const { encoding, damagedAt = source.fileBytes } = judged;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const take = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (error instanceof TypeError) throw damaged('encoding');
      throw error;
    }
  };
  let bytes = 0;
  for await (const chunk of readChunks(source.fd)) {
    const wanted = chunk.subarray(0, damagedAt - bytes);
    bytes += wanted.length;
    source.sink.share = bytes / source.fileBytes;
    yield take(wanted);
    if (bytes === damagedAt) break;
  }
  yield take();
}

/**
 * Reads the whole file into its sink. `utf16`: as found in its head, otherwise the encoding is
 * judged from the whole file. Throws a Refusal.
 */
export async function readTextFile(source: Source, utf16: Encoding | undefined): Promise<void> {
  const { caps, sink } = source;
  const judged = utf16 === undefined ? await judgeEncoding(source) : { encoding: utf16 };
  const isDamaged = judged.damagedAt !== undefined;
  let cutter: CsvCutter | undefined;
  let sample = '';
  const begin = (): CsvCutter => {
    const told = readDelimiterRow(sample);
    const delimiter = told?.delimiter ?? findDelimiter(sample);
    const first = new CsvCutter(delimiter, caps.rowCharacters, (row, cells) => {
      // Only the place of the damage is wanted.
      if (!isDamaged) sink.add(row, cells.map(asShown));
    });
    first.write(sample.slice(told?.length ?? 0));
    return first;
  };
  for await (const text of decode(source, judged)) {
    if (cutter === undefined) {
      sample += text;
      if (sample.length < SAMPLE_CHARACTERS) continue;
      cutter = begin();
    } else {
      cutter.write(text);
    }
    await sink.flush();
  }
  cutter ??= begin();
  if (isDamaged) {
    const { row, column } = cutter.place();
    throw damaged('encoding', row, column);
  }
  cutter.end();
}

/** The possible delimiters of a text file's cells. */
const CANDIDATES = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof CANDIDATES)[number];

const SAMPLE_ROWS = 200;

const isCandidate = (text: string): text is Delimiter =>
  (CANDIDATES as readonly string[]).includes(text);

/**
 * The candidate that comes first in most rows of `sample` (the beginning of the file): the first
 * column rarely contains one, texts further right often do. Quoted text does not count. A comma if
 * there is none.
 */
export function findDelimiter(sample: string): Delimiter {
  const firsts = new Map<Delimiter, number>();
  let rows = 0;
  let isQuoted = false;
  let isFound = false;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') {
      isFound = false;
      if (++rows > SAMPLE_ROWS) break;
    } else if (!isFound && isCandidate(character)) {
      isFound = true;
      firsts.set(character, (firsts.get(character) ?? 0) + 1);
    }
  }
  const score = (candidate: Delimiter): number => firsts.get(candidate) ?? 0;
  return CANDIDATES.reduce((best, next) => (score(next) > score(best) ? next : best));
}

/**
 * `sep=;` in the first row states the delimiter to spreadsheet programs. It is not a row of the
 * sheet.
 */
export function readDelimiterRow(
  sample: string,
): { readonly delimiter: string; readonly length: number } | undefined {
  const match = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i.exec(sample);
  const delimiter = match?.[1];
  return match === null || delimiter === undefined
    ? undefined
    : { delimiter, length: match[0].length };
}
