import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import type { Log } from './log.ts';
import { createLog, quietLog } from './log.ts';

function capture(work: (log: Log) => void): string {
  let lines = '';
  const to = { write: (line: string) => void (lines += line) };
  work(createLog({ logLevel: 'info' }, to));
  return lines;
}

describe('the log', () => {
  it('writes one object a line, with level, time, fields and the message', () => {
    const line = capture((log) => log.child({ node: 3 }).info({ count: 2 }, 'link bound'));
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      node: 3,
      count: 2,
      msg: 'link bound',
    });
  });

  it('leaves out what is below its level', () => {
    expect(capture((log) => log.debug({}, 'details'))).toBe('');
  });

  it.each(['api_key', 'password', 'authorization', 'message', 'text', 'mobile', 'databaseUrl'])(
    'removes %s, up to two levels down',
    (name) => {
      const canary = 'canary-7d1f';
      const fields = { [name]: canary, a: { [name]: canary, b: { [name]: canary } } };
      const line = capture((log) => log.warn(fields, 'with a secret'));
      expect(line).not.toContain(canary);
      expect(line).toContain('[removed]');
    },
  );

  it("tells an error's kind and place, and not the row a driver hangs on it", () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'canary' });
    const line = capture((log) => log.error({ error }, 'could not write'));
    expect(line).not.toContain('canary');
    expect(JSON.parse(line)).toMatchObject({
      error: { type: 'Error', code: '23505', sentence: 'duplicate key' },
    });
    expect(line).toContain('log.test.ts');
  });

  it("leaves out the database's sentence about wrong data, which quotes it", () => {
    const error = Object.assign(new Error('invalid input: canary'), { code: '22P02' });
    expect(capture((log) => log.error({ error }, 'could not write'))).not.toContain('canary');
  });

  it('is for its user alone, also when it was there and open to everybody', () => {
    const folder = makeTemporaryDir();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const modeAfter = (name: string, before?: number): number => {
      const logFile = join(folder, name);
      if (before !== undefined) writeFileSync(logFile, '');
      if (before !== undefined) chmodSync(logFile, before);
      createLog({ logLevel: 'info', logFile }).info({}, 'a line');
      return statSync(logFile).mode & 0o777;
    };
    expect(modeAfter('new.log')).toBe(0o600);
    expect(modeAfter('open.log', 0o644)).toBe(0o600);
    expect(modeAfter('of-a-group.log', 0o640)).toBe(0o640);
  });

  it('loses what a full disk does not take, and goes on when there is room', () => {
    const folder = makeTemporaryDir();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const logFile = join(folder, 'paigham.log');
    symlinkSync('/dev/full', logFile);
    const log = createLog({ logLevel: 'info', logFile });
    for (const count of [1, 2]) expect(() => log.info({ count }, 'no room')).not.toThrow();
    rmSync(logFile);
    for (const count of [3, 4]) log.info({ count }, 'room');
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { count: 3 },
      { count: 4 },
    ]);
  });

  it('is lost while it cannot be opened, and nobody with it', () => {
    const folder = makeTemporaryDir();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const logFile = join(folder, 'paigham.log');
    symlinkSync('/dev/full', logFile);
    const log = createLog({ logLevel: 'info', logFile });
    log.info({}, 'no room');
    rmSync(logFile);
    symlinkSync(folder, logFile);
    expect(() => log.info({}, 'a folder in its place')).not.toThrow();
    rmSync(logFile);
    log.info({ count: 1 }, 'room');
    expect(JSON.parse(readFileSync(logFile, 'utf8'))).toMatchObject({ count: 1 });
  });

  it('says nothing when quiet', () => {
    expect(() => quietLog.error({}, 'unheard')).not.toThrow();
  });
});
