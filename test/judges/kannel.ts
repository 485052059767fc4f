/** Kannel's bearerbox and smsbox, which we did not write, as a client of our simulated SMSC. */

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { freePort } from '@paigham/base/ports.ts';

export type Kannel = {
  /** Sends a text; resolves with the status line of smsbox. */
  send(fields: Readonly<Record<string, string>>): Promise<string>;
  /** The status page of bearerbox. */
  status(): Promise<string>;
  stop(): Promise<void>;
};

export type BindMode = 'transceiver' | 'transmitter_and_receiver';

/** Why the judge cannot be asked here, or undefined when it can. */
export function whyNoKannel(): string | undefined {
  const found = spawnSync('bearerbox', ['--version']);
  return found.error === undefined ? undefined : 'kannel is not installed';
}

/** Starts Kannel, bound or about to bind to the SMPP port; resolves when both programs answer. */
export async function startKannel(smppPort: number, mode: BindMode): Promise<Kannel> {
  const [admin, box, http] = [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'kannel-'));
  const path = join(folder, 'kannel.conf');
  writeFileSync(path, configure({ smppPort, mode, admin, box, http }));
  const programs = [start('bearerbox', path)];
  const statusUrl = `http://127.0.0.1:${admin}/status.txt?password=judge`;
  await answer(statusUrl);
  programs.push(start('smsbox', path));
  const sendUrl = `http://127.0.0.1:${http}/cgi-bin/sendsms?username=judge&password=judge`;
  await answer(sendUrl);
  return {
    send: async (fields) => {
      const query = new URLSearchParams(fields);
      return (await fetch(`${sendUrl}&${query.toString()}`)).text();
    },
    status: async () => (await fetch(statusUrl)).text(),
    stop: async () => {
      await Promise.all(programs.toReversed().map(stop));
      rmSync(folder, { recursive: true });
    },
  };
}

type Ports = {
  readonly smppPort: number;
  readonly mode: BindMode;
  readonly admin: number;
  readonly box: number;
  readonly http: number;
};

function configure({ smppPort, mode, admin, box, http }: Ports): string {
  const group = (fields: Readonly<Record<string, string | number>>): string =>
    Object.entries(fields)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('');
  const binds =
    mode === 'transceiver'
      ? [{ port: smppPort, 'transceiver-mode': 'true' }]
      : [{ port: smppPort }, { 'receive-port': smppPort }];
  const smsc = { group: 'smsc', smsc: 'smpp', 'smsc-id': 'fake', host: '127.0.0.1' };
  const login = { 'smsc-username': 'kannel', 'smsc-password': 'judge', 'system-type': '""' };
  return [
    group({
      group: 'core',
      'admin-port': admin,
      'admin-password': 'judge',
      'admin-allow-ip': '127.0.0.1',
      'smsbox-port': box,
      'dlr-storage': 'internal',
      'sms-resend-freq': 1,
    }),
    ...binds.map((bind) => group({ ...smsc, ...login, ...bind, 'reconnect-delay': 1 })),
    group({ group: 'smsbox', 'bearerbox-host': '127.0.0.1', 'sendsms-port': http }),
    group({
      group: 'sendsms-user',
      username: 'judge',
      password: 'judge',
      concatenation: 'true',
      'max-messages': 10,
    }),
    group({ group: 'sms-service', keyword: 'default', text: '"thanks"', 'max-messages': 0 }),
  ].join('\n');
}

function start(program: string, configPath: string): ChildProcess {
  return spawn(program, ['-v', '4', configPath], { stdio: 'ignore' });
}

function stop(program: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    program.once('exit', () => resolve());
    if (program.exitCode !== null) resolve();
    else program.kill('SIGKILL');
  });
}

function answer(url: string): Promise<boolean> {
  const ask = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  return eventually('an answer of kannel', ask);
}
