import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { openPassingFiles } from './passing-files.ts';

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'paigham-passing-'));
});
afterEach(() => rmSync(place, { recursive: true }));

describe('a folder of passing files', () => {
  it('is made, for nobody else to enter', async () => {
    const { folder } = await openPassingFiles(join(place, 'data', 'files'), wallClock);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('loses what nobody has written to for a while, and keeps the rest', async () => {
    const files = await openPassingFiles(join(place, 'files'), wallClock);
    for (const [name, minutes] of [['old', 60] as const, ['young', 1] as const]) {
      const file = join(files.folder, name);
      writeFileSync(file, 'x');
      const atSeconds = wallClock.nowMs() / 1_000 - minutes * 60;
      utimesSync(file, atSeconds, atSeconds);
    }
    await files.sweep(1_800_000);
    expect(readdirSync(files.folder)).toEqual(['young']);
    await files.sweep(0);
    expect(readdirSync(files.folder)).toEqual([]);
  });

  it('does not mind a file that is gone', async () => {
    const files = await openPassingFiles(join(place, 'files'), wallClock);
    const file = join(files.folder, 'gone');
    await files.remove(file);
    expect(existsSync(file)).toBe(false);
  });
});
