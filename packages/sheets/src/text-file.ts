/** Rows of .csv and .txt. */
import { CsvCutter } from './csv.ts';
import { findDelimiter, readDelimiterRow } from './delimiter.ts';
import { type Encoding, judgeEncoding } from './encoding.ts';
import { damaged } from './fault.ts';
import { readChunks, type Source } from './source.ts';

/** So much of the text tells the delimiter. */
const SAMPLE_CHARACTERS = 64 * 1024;

/** The file's text in chunks, its byte order mark left out. */
async function* decode(source: Source, encoding: Encoding): AsyncGenerator<string> {
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
    bytes += chunk.length;
    source.sink.share = bytes / source.fileBytes;
    yield take(chunk);
  }
  yield take();
}

/**
 * Reads the whole file into its sink. `utf16`: what its head told, otherwise the encoding is
 * judged from all of it. Throws a Refusal.
 */
export async function readTextFile(source: Source, utf16: Encoding | undefined): Promise<void> {
  const { caps, sink } = source;
  const encoding = utf16 ?? (await judgeEncoding(source));
  let cutter: CsvCutter | undefined;
  let sample = '';
  const begin = (): CsvCutter => {
    const told = readDelimiterRow(sample);
    const delimiter = told?.delimiter ?? findDelimiter(sample);
    const first = new CsvCutter(delimiter, caps.rowCharacters, (row, cells) => {
      sink.add(row, cells);
    });
    first.write(sample.slice(told?.length ?? 0));
    return first;
  };
  for await (const text of decode(source, encoding)) {
    if (utf16 !== undefined && text.includes('\0')) throw damaged('encoding');
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
  cutter.end();
}
