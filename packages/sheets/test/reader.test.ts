/** The reading process lives as long as somebody takes its rows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { readSheet } from '../src/index.ts';
import { caps, readFile } from './reading.ts';

vi.setConfig({ testTimeout: 300_000 });

const ROWS = 100_000;
const folder = mkdtempSync(join(tmpdir(), 'paigham-reader-'));
const file = join(folder, 'list');

beforeAll(() => {
  const lines = Array.from({ length: ROWS }, (_, row) => `${923_000_000_000 + row},Ali ${row}\n`);
  writeFileSync(file, lines.join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Running processes that this one started. */
function children(): string[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return text.split(' ').filter((child) => child !== '');
}

const gone = () => eventually('the reader has ended', () => children().length === 0);

describe('the reader of a file', () => {
  it('returns every row once and in order, and ends', async () => {
    const { rows, result } = await readFile(file);
    expect(result).toEqual({ kind: 'read', fileKind: 'text', rows: ROWS });
    expect(rows.every(({ row, cells }, at) => row === at + 1 && cells[1] === `Ali ${at}`)).toBe(
      true,
    );
    await gone();
  });

  it('ends when nobody takes rows any more', async () => {
    for await (const event of readSheet(file, { caps, clock: wallClock })) {
      expect(event.kind).toBe('rows');
      expect(children()).toHaveLength(1);
      break;
    }
    await gone();
  });

  it('ends when it is aborted, whatever it is doing', async () => {
    const aborting = new AbortController();
    const events = readSheet(file, { caps, clock: wallClock, signal: aborting.signal });
    const first = events.next();
    await eventually('the reader', () => children().length === 1);
    aborting.abort();
    await expect(first.then(() => events.next())).rejects.toThrow('aborted');
    await gone();
    const { signal } = aborting;
    await expect(readSheet(file, { caps, clock: wallClock, signal }).next()).rejects.toThrow(
      'aborted',
    );
    await gone();
  });

  it('says nothing about its file when it is killed', async () => {
    const kinds = [];
    for await (const event of readSheet(file, { caps, clock: wallClock })) {
      if (kinds.length === 0)
        for (const child of children()) process.kill(Number(child), 'SIGKILL');
      kinds.push(event.kind === 'refused' ? event.fault.kind : event.kind);
    }
    expect(kinds.at(-1)).toBe('killed');
    await gone();
  });

  it('waits for its consumer, and does not count that time', async () => {
    const workMs = 30_000;
    let nowMs = 0;
    const clock = { monotonicMs: () => nowMs, setTimer: wallClock.setTimer };
    const kinds = new Set<string>();
    for await (const event of readSheet(file, { caps: { ...caps, workMs }, clock })) {
      kinds.add(event.kind);
      nowMs += workMs;
    }
    expect([...kinds]).toEqual(['rows', 'read']);
  });

  it('is not started for a file that does not exist', async () => {
    await gone();
    await expect(readFile(join(folder, 'nothing'))).rejects.toThrow('ENOENT');
    expect(children()).toEqual([]);
  });

  it('does not affect the reader of another file', async () => {
    const [large, broken] = await Promise.all([readFile(file), readFile(file, { heapBytes: 1 })]);
    expect(large.result.kind).toBe('read');
    expect(broken.result).toMatchObject({ kind: 'refused', fault: { cap: 'heapBytes' } });
  });
});
