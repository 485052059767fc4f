import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

function run(args: readonly string[]): ChildProcess {
  const main = new URL('main.ts', import.meta.url).pathname;
  return spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function readLine(program: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of program.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}

describe('the program', () => {
  it('runs on both ports, and ends cleanly on SIGTERM', async () => {
    const program = run(['--port', '0', '--management-port', '0']);
    try {
      const line = await readLine(program);
      const [, graph = '', manage = ''] = /Graph on (\S+), management on (\S+)/.exec(line) ?? [];
      const headers = { authorization: 'Bearer simulated-token' };
      const number = await fetch(`${graph}/v25.0/300000000000001`, { headers });
      expect(await number.json()).toMatchObject({ display_phone_number: '+92 300 0000001' });
      expect(await (await fetch(manage)).text()).toContain('<!doctype html>');
      program.kill('SIGTERM');
      expect(await once(program, 'exit')).toEqual([0, null]);
    } finally {
      program.kill('SIGKILL');
    }
  });

  it('refuses what it does not know', async () => {
    const program = run(['--colour', 'red']);
    expect(await once(program, 'exit')).toEqual([2, null]);
  });
});
