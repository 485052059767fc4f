/** Simulated operators in a process of their own, which goes on when the service is killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Behaviour } from '../../fakes/smsc/knobs.ts';
import { eventually } from './eventually.ts';
import type { HeardCopies } from './invariants.ts';
import { temporaryDir } from './temporary.ts';

const PROGRAM = join(import.meta.dirname, '../../fakes/smsc/main.ts');
const NAMES = ['Jazz', 'Zong', 'Ufone', 'Telenor'] as const;
export const SMSC_LOGIN = { systemId: 'paigham', password: 'demo' } as const;

type SmscPorts = {
  readonly name: string;
  readonly port: number;
  readonly managementPort: number;
};

/** What simulated operators can be asked and told, wherever they run. */
export type SmscControl = {
  /** Changes how every operator behaves. */
  behave(change: Partial<Behaviour>): Promise<void>;
  /** Everything they received. */
  copies(): Promise<readonly HeardCopies[]>;
  /** Receipts and replies that the service has acknowledged. */
  acknowledged(): Promise<number>;
  /** The traffic on an operator's last link, in text2pcap's format. */
  capture(name: string): Promise<string>;
};

export type SmscProgram = SmscControl & {
  /** In the order Jazz, Zong, Ufone, Telenor; as described in data/simulators.json. */
  readonly operators: readonly SmscPorts[];
  stop(): Promise<void>;
};

/** Starts four operators on free ports. */
export async function startSmsc(
  behaviour: Partial<Behaviour>,
  captureOctets = 0,
): Promise<SmscProgram> {
  const file = join(temporaryDir(), 'operators.json');
  const options = { port: 0, managementPort: 0, captureOctets, ...SMSC_LOGIN, ...behaviour };
  writeFileSync(file, JSON.stringify(NAMES.map((name) => ({ name, ...options }))));
  const child = spawn(process.execPath, [PROGRAM, '--config', file]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  const line = /^(\w+): SMPP on 127\.0\.0\.1:(\d+), management on http:\/\/127\.0\.0\.1:(\d+)/gm;
  const operators = await eventually('the operators', () => {
    const found = [...output.matchAll(line)];
    if (found.length < NAMES.length) return undefined;
    return found.map(([, name = '', port, management]) => {
      return { name, port: Number(port), managementPort: Number(management) };
    });
  });
  return { operators, ...controlSmsc(operators), stop: () => end(child) };
}

/** Operators with these management ports, as data/simulators.json describes them. */
export function controlSmsc(operators: readonly SmscPorts[]): SmscControl {
  const ask = async (path: string, body?: unknown): Promise<readonly string[]> =>
    Promise.all(
      operators.map(async ({ managementPort }) => {
        const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
        const response = await fetch(`http://127.0.0.1:${managementPort}${path}`, init);
        const text = await response.text();
        if (!response.ok) throw new Error(text);
        return text;
      }),
    );
  return {
    async behave(change: Partial<Behaviour>) {
      await ask('/behaviour', change);
    },
    async copies() {
      const lines = (await ask('/copies')).flatMap((text) => text.split('\n').filter(Boolean));
      return lines.map((line) => JSON.parse(line) as HeardCopies);
    },
    async acknowledged() {
      const stats = (await ask('/stats')).map((it) => JSON.parse(it) as { acknowledged: number });
      return stats.reduce((sum, it) => sum + it.acknowledged, 0);
    },
    async capture(name: string) {
      const at = operators.findIndex((operator) => operator.name === name);
      const links = (await ask('/stats')).map((it) => {
        return (JSON.parse(it) as { links: readonly { number: number }[] }).links.at(-1)?.number;
      });
      return (await ask(`/capture?link=${links[at]}`))[at] ?? '';
    },
  };
}

/** Asks a process to end, and resolves when it has. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
