/**
 * How fast files are read, and in how much memory: `node packages/sheets/test/speed.ts`. Files are
 * made on the fly; an argument `csv`, `xlsx` or `xls` selects one of them.
 */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { wallClock } from '@paigham/base/clock.ts';
import { readSheet } from '../src/index.ts';
import { caps } from './reading.ts';
import { workbookParts } from './workbooks.ts';
import { makeZip, type ZipPart } from './zip-writer.ts';

const ROWS = 1_000_000;
const OLD_ROWS = 65_536;

const cellsOf = (row: number): readonly (string | number)[] => [
  923_001_000_000 + row,
  `Customer ${row}`,
  row * 1.25,
  `Karachi ${row % 50}`,
  `INV-${row}`,
];

function* csvLines(rows: number): Generator<string> {
  for (let row = 1; row <= rows; row++) yield `${cellsOf(row).join(',')}\n`;
}

/** Texts are shared, as programs do it: two million of them differ. */
class Strings {
  readonly places = new Map<string, number>();
  place(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.places.set(text, this.places.size);
    return this.places.size - 1;
  }
}

function* sheetLines(strings: Strings): Generator<string> {
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
  for (let row = 1; row <= ROWS; row++) {
    const cells = cellsOf(row).map((cell, at) => {
      const reference = `${'ABCDE'[at] ?? ''}${row}`;
      return typeof cell === 'number'
        ? `<c r="${reference}"><v>${cell}</v></c>`
        : `<c r="${reference}" t="s"><v>${strings.place(cell)}</v></c>`;
    });
    yield `<row r="${row}" spans="1:5">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function* stringLines(strings: Strings): Generator<string> {
  yield '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
  for (const text of strings.places.keys()) yield `<si><t>${text}</t></si>`;
  yield '</sst>';
}

async function pack(name: string, lines: Iterable<string>): Promise<ZipPart> {
  let bytes = 0;
  let crc = 0;
  function* count(): Generator<Buffer> {
    let block = '';
    for (const line of lines) {
      block += line;
      if (block.length < 256 * 1024) continue;
      const chunk = Buffer.from(block);
      block = '';
      bytes += chunk.length;
      crc = crc32(chunk, crc);
      yield chunk;
    }
    const last = Buffer.from(block);
    bytes += last.length;
    crc = crc32(last, crc);
    yield last;
  }
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(count()), createDeflateRaw({ level: 1 }), async (packed) => {
    for await (const chunk of packed as AsyncIterable<Buffer>) chunks.push(chunk);
  });
  return { name, data: Buffer.concat(chunks), packed: { bytes, crc } };
}

async function writeXlsx(file: string): Promise<void> {
  const strings = new Strings();
  const sheet = await pack('xl/worksheets/s0.xml', sheetLines(strings));
  const texts = await pack('xl/strings.xml', stringLines(strings));
  writeFileSync(file, makeZip(workbookParts({ sheets: [''], strings: '', parts: [sheet, texts] })));
}

function writeXls(file: string): void {
  const rows = Array.from({ length: OLD_ROWS }, (_, row) => [...cellsOf(row + 1)]);
  const book = utils.book_new(utils.aoa_to_sheet(rows, { dense: true }), 'S');
  writeFileSync(file, write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer);
}

const makers: Record<string, (file: string) => Promise<void> | void> = {
  csv: (file) => pipeline(Readable.from(csvLines(ROWS)), createWriteStream(file)),
  xlsx: writeXlsx,
  xls: writeXls,
};

/** A process's peak resident memory; only Linux reports it. */
const peakMegabytes = (pid: number | string): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  // A process that has just ended has none.
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

function childrenOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter((child) => child !== '');
}

async function measure(file: string): Promise<string> {
  const ownMegabytes = process.memoryUsage.rss() / 1024 / 1024;
  const startMs = performance.now();
  let rows = 0;
  let readerMegabytes = 0;
  let ticks = 0;
  for await (const event of readSheet(file, { caps, clock: wallClock })) {
    if (event.kind === 'refused') return JSON.stringify(event.fault);
    if (event.kind === 'rows') rows += event.rows.length;
    const [reader] = childrenOf(process.pid);
    if (reader === undefined) continue;
    readerMegabytes = Math.max(readerMegabytes, peakMegabytes(reader));
    const fields = readFileSync(`/proc/${reader}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    ticks = Math.max(ticks, Number(fields[11]) + Number(fields[12]));
  }
  const seconds = (performance.now() - startMs) / 1_000;
  const growth = peakMegabytes('self') - ownMegabytes;
  return (
    `${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} a second; ` +
    `reader ${(ticks / 100).toFixed(1)} s of CPU, at most ${Math.round(readerMegabytes)} MB; ` +
    `taker grew by ${Math.round(Math.max(0, growth))} MB`
  );
}

async function main(): Promise<void> {
  const [, , made, place] = process.argv;
  if (made !== undefined && place !== undefined) {
    await makers[made]?.(place);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'paigham-speed-'));
  try {
    const { fork } = await import('node:child_process');
    for (const kind of made === undefined ? Object.keys(makers) : [made]) {
      const file = join(folder, kind);
      // In a process of its own: making the file must not count as memory.
      await new Promise((resolve) => {
        fork(import.meta.filename, [kind, file]).on('exit', resolve);
      });
      console.log(`${kind}: ${await measure(file)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
