import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { isReaderAlone, readSheet } from '../src/index.ts';
import { caps } from './reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'alone-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The reader that this process started. */
function findReader(): string | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return parent === process.pid && words.includes('sheets/src/reader.ts');
      } catch (error) {
        // It has ended meanwhile.
        if (error instanceof Error && 'code' in error) return false;
        throw error;
      }
    });
}

const isAlone = process.platform === 'linux' && (await isReaderAlone());
if (!isAlone) console.warn('skipped: this user may make no network namespace here');

it.skipIf(!isAlone)('a reader has no network', async () => {
  const file = join(folder, 'people.csv');
  writeFileSync(file, '923001234567,Ali\n'.repeat(100_000));
  const events = readSheet(file, { caps, clock: wallClock });
  expect((await events.next()).value).toMatchObject({ kind: 'rows' });
  const reader = findReader();
  if (reader === undefined) throw new Error('there is no reader');
  const networkOf = (pid: string): string => readlinkSync(`/proc/${pid}/ns/net`);
  expect(networkOf(reader)).not.toBe(networkOf('self'));
  // Not even the loopback address.
  expect(readFileSync(`/proc/${reader}/net/if_inet6`, 'utf8')).toBe('');
  expect(readFileSync(`/proc/${reader}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1);
  await events.return(undefined);
});
