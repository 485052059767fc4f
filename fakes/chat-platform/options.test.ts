import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from './options.ts';

describe('the command line', () => {
  it('takes ports and behaviour', () => {
    const read = readCommandLine(['--port', '0', '--manage', '1', '--sent-delay-ms', '[5,9]']);
    expect(read).toMatchObject({
      kind: 'options',
      options: { port: 0, managementPort: 1, behaviour: { sentDelayMs: [5, 9] } },
    });
  });

  it('takes a file with seeds, and what stands beside it goes before', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-'));
    const path = join(folder, 'platform.json');
    const tokens = [{ token: 'abc', appId: '1' }];
    writeFileSync(path, JSON.stringify({ port: 5, approval: 'by_hand', tokens }));
    try {
      expect(readCommandLine(['--config', path, '--port', '6'])).toMatchObject({
        kind: 'options',
        options: { port: 6, tokens, behaviour: { approval: 'by_hand' } },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['an unknown word', ['--colour', 'red']],
    ['a value that does not fit', ['--read-percent', '101']],
    ['a file that is not there', ['--config', '/nowhere/platform.json']],
    ['a port that is no number', ['--port', 'high']],
  ])('refuses %s with a sentence', (_, args) => {
    expect(readCommandLine(args)).toMatchObject({ kind: 'refused', words: expect.any(String) });
  });

  it('explains itself', () => {
    const read = readCommandLine(['--help']);
    expect(read.kind === 'help' && read.words).toContain('--answer-delay-ms');
  });
});
