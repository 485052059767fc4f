/** Net::SMPP, which we did not write, as the operator at the other end of a link. */

import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../support/eventually.ts';

const PROGRAM = join(import.meta.dirname, 'net-smpp.pl');

/** What the judge says of one PDU: its command, and what it read in it. */
export type Told = { readonly event: string } & Readonly<Record<string, unknown>>;

export type NetSmpp = {
  readonly port: number;
  /** Everything it has told so far. */
  readonly told: readonly Told[];
  /** Waits until it has told so many of an event, and gives them. */
  until(event: string, count?: number): Promise<readonly Told[]>;
  /** Has it say goodbye to the client. */
  unbind(): void;
  stop(): Promise<void>;
};

/** Why the judge cannot be asked here, or undefined when it can. */
export function whyNoNetSmpp(): string | undefined {
  const ran = spawnSync('perl', ['-MNet::SMPP', '-MJSON::PP', '-MEncode', '-e1']);
  return ran.status === 0 ? undefined : 'Net::SMPP of Perl is not installed';
}

/** Starts the judge; resolves when it listens. */
export async function startNetSmpp(): Promise<NetSmpp> {
  const program = spawn('perl', [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => void program.once('exit', () => resolve()));
  const told: Told[] = [];
  createInterface(program.stdout).on('line', (line) => told.push(JSON.parse(line) as Told));
  const until = (event: string, count = 1): Promise<readonly Told[]> =>
    eventually(`${count} × ${event} at Net::SMPP`, () => {
      const found = told.filter((it) => it.event === event);
      return found.length >= count && found;
    });
  const [listening] = await until('listening');
  return {
    port: Number(listening?.['port']),
    told,
    until,
    unbind: () => void program.stdin.write('unbind\n'),
    async stop() {
      program.stdin.end();
      await ended;
    },
  };
}
