import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

function run(args: readonly string[]): ChildProcess {
  const main = new URL('main.ts', import.meta.url).pathname;
  return spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function readLines(program: ChildProcess, lines: number): Promise<readonly string[]> {
  let text = '';
  for await (const chunk of program.stdout ?? []) {
    text += String(chunk);
    if (text.split('\n').length > lines) break;
  }
  return text.trim().split('\n');
}

describe('the program', () => {
  it('runs several operators, and ends cleanly on SIGTERM', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'smsc-'));
    const path = join(folder, 'operators.json');
    const operators = ['Jazz', 'Zong'].map((name) => ({ name, port: 0, managementPort: 0 }));
    writeFileSync(path, JSON.stringify(operators));
    const program = run(['--config', path]);
    try {
      const lines = await readLines(program, 2);
      expect(lines).toHaveLength(2);
      for (const [index, line] of lines.entries()) {
        const url = /management on (http:\S+)/.exec(line)?.[1] ?? '';
        const stats: unknown = await (await fetch(`${url}stats`)).json();
        expect(stats).toMatchObject({ name: operators[index]?.name, submits: 0 });
        expect(await (await fetch(url)).text()).toContain('<!doctype html>');
      }
      program.kill('SIGTERM');
      expect(await once(program, 'exit')).toEqual([0, null]);
    } finally {
      program.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses what it does not know', async () => {
    const program = run(['--colour', 'red']);
    expect(await once(program, 'exit')).toEqual([2, null]);
  });
});
