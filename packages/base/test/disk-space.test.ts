import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isDiskFull } from '../src/disk-space.ts';

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a disk', () => {
  it('is full when a write finds no room', async () => {
    expect(isDiskFull(await errorOf(writeFile('/dev/full', 'a row')))).toBe(true);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('is full by %s', (code) => {
    expect(isDiskFull(Object.assign(new Error(code), { code, syscall: 'write' }))).toBe(true);
  });

  it('is not full when a call fails otherwise', async () => {
    expect(isDiskFull(await errorOf(readFile('/nowhere/at/all')))).toBe(false);
    expect(isDiskFull(Object.assign(new Error('disk full'), { code: '53100' }))).toBe(false);
    expect(isDiskFull('ENOSPC')).toBe(false);
  });
});
