/**
 * Programs that run beside the service in the demo world, each in a process group of its own, so
 * that Ctrl-C lets the service finish with them first.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pause, type Clock } from '../kit/clock.ts';
import { writePrivateFile } from '../kit/private-file.ts';
import { Refusal } from '../kit/refusal.ts';

const START_LIMIT_MS = 10_000;
const LOOK_MS = 50;

export type SideProgram = {
  /** For people: `The simulated operators`. */
  readonly name: string;
  /** Its folder in fakes/. */
  readonly folder: string;
  readonly args: readonly string[];
  /** TCP ports on which it answers when it runs. */
  readonly ports: readonly number[];
  /** Where its process id is kept. */
  readonly pidFile: string;
};

/** Starts it, or takes over one that a killed service has left running. */
export async function startSideProgram(
  program: SideProgram,
  clock: Clock,
): Promise<{ stop(): Promise<void> }> {
  const allAnswer = async (): Promise<boolean> =>
    (await Promise.all(program.ports.map(answers))).every(Boolean);
  if (!(await allAnswer())) {
    const main = join(import.meta.dirname, '../../fakes', program.folder, 'main.ts');
    const child = spawn(process.execPath, [main, ...program.args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    writePrivateFile(program.pidFile, `${child.pid}\n`);
    const untilMs = clock.monotonicMs() + START_LIMIT_MS;
    while (!(await allAnswer())) {
      if (child.exitCode !== null || clock.monotonicMs() > untilMs) {
        throw new Refusal(`${program.name} did not start: see the lines above.`);
      }
      await pause(clock, LOOK_MS);
    }
    child.unref();
  }
  return { stop: () => end(program, clock, allAnswer) };
}

async function end(
  { pidFile, folder }: SideProgram,
  clock: Clock,
  allAnswer: () => Promise<boolean>,
): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  if (!isOurs(pid, folder)) return;
  process.kill(pid, 'SIGTERM');
  const untilMs = clock.monotonicMs() + START_LIMIT_MS;
  while ((await allAnswer()) && clock.monotonicMs() < untilMs) await pause(clock, LOOK_MS);
}

/** Whether the process of this id is one of ours: ids are used again. */
function isOurs(pid: number, folder: string): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(`fakes/${folder}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

/** `wished` if nobody listens there, else any that is free. */
export async function freePort(wished: number): Promise<number> {
  return (await tryPort(wished)) ?? (await tryPort(0)) ?? wished;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}
