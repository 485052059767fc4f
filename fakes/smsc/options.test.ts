import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainOptions, readCommandLine, type ReadOptions } from './options.ts';

function readConfig(text: string): ReadOptions {
  const folder = mkdtempSync(join(tmpdir(), 'smsc-'));
  const path = join(folder, 'operators.json');
  try {
    writeFileSync(path, text);
    return readCommandLine(['--config', path]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the command line', () => {
  it('describes one operator, its behaviour included', () => {
    const own = ['--port', '2776', '--name', '42'];
    const args = [...own, '--receipt-delay-ms', '250', '--frozen', 'true'];
    expect(readCommandLine(args)).toEqual({
      kind: 'operators',
      operators: [
        {
          ...plainOptions,
          port: 2776,
          name: '42',
          behaviour: { receiptDelayMs: 250, frozen: true },
        },
      ],
    });
  });

  it.each([
    [['--prot', '1'], /--prot/],
    [['--port', 'x'], /port: SMPP port/],
    [['--receipt-delay-ms', '-5'], /receipt/],
    [['--drop-point', 'x'], /dropPoint: /],
    [['--config', '/nowhere/at/all.json'], /nowhere/],
  ])('refuses %j', (args, words) => {
    const read = readCommandLine(args);
    expect(read).toMatchObject({ kind: 'refused' });
    if (read.kind === 'refused') expect(read.words).toMatch(words);
  });

  it('has help for every option', () => {
    const read = readCommandLine(['--help']);
    if (read.kind !== 'help') throw new Error(read.kind);
    for (const flag of ['--management-port', '--receipt-delay-ms', '--count-copies', '--config']) {
      expect(read.words).toContain(flag);
    }
  });
});

describe('the file', () => {
  it('describes several operators', () => {
    const read = readConfig('[{"name":"Jazz","port":2775},{"name":"Zong","throttleEvery":3}]');
    expect(read).toMatchObject({
      kind: 'operators',
      operators: [
        { name: 'Jazz', port: 2775, behaviour: {} },
        { name: 'Zong', behaviour: { throttleEvery: 3 } },
      ],
    });
  });

  it.each([
    ['{}', 'the file holds a list of operators'],
    ['[1]', 'a behaviour is an object'],
    ['[{"port":"2775"}]', 'port: SMPP port, 0 for any free one'],
    ['[{"portt":2775}]', 'there is no behaviour "portt"'],
  ])('%s is refused', (text, words) => {
    expect(readConfig(text)).toEqual({ kind: 'refused', words });
  });
});
