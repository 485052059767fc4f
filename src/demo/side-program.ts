/**
 * Programs that run beside the service in the demo world, each in its own process group, so that
 * Ctrl-C lets the service finish with them first.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pause, type Clock } from '@paigham/base/clock.ts';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import { Refusal } from '@paigham/base/refusal.ts';

const START_LIMIT_MS = 10_000;
const LOOK_MS = 50;
/** How much of its last output is shown to people. */
const LAST_CHARACTERS = 1_000;

type SideProgram = {
  /** For people: `The simulated operators`. */
  readonly name: string;
  /** Its folder in fakes/. */
  readonly folder: string;
  readonly dataDir: string;
  /** The name of its files in the data folder, before the dot. */
  readonly files: string;
  readonly args: readonly string[];
  /** TCP ports that answer when it runs. */
  readonly ports: readonly number[];
};

export type Running = { stop(): Promise<void> };

/** Starts it, or takes over one left running by a killed service. */
export async function startSideProgram(program: SideProgram, clock: Clock): Promise<Running> {
  const running = { stop: () => end(program, clock) };
  if (isLeftRunning(program) && (await allAnswer(program))) return running;
  await end(program, clock);
  const child = launch(program);
  const untilMs = clock.monotonicMs() + START_LIMIT_MS;
  while (!(await allAnswer(program))) {
    if (child.exitCode === null && clock.monotonicMs() < untilMs) {
      await pause(clock, LOOK_MS);
      continue;
    }
    const why = whyNot(child, program);
    await end(program, clock);
    const said = readFileSync(logOf(program), 'utf8').slice(-LAST_CHARACTERS).trim();
    throw new Refusal(`${program.name} did not start: ${why} ${said}`.trimEnd());
  }
  child.unref();
  return running;
}

/** In a sentence: under load a program may only be late, and says nothing itself. */
function whyNot({ exitCode }: ChildProcess, program: SideProgram): string {
  if (exitCode !== null) return `It ended with code ${exitCode}.`;
  const ports = program.ports.join(', ');
  return (
    `Within ${START_LIMIT_MS / 1_000} seconds not all of its ports answered: ${ports}. ` +
    `The machine may be too busy: try again. Its log is ${logOf(program)}.`
  );
}

/** Its standard error goes to a file: a pipe of ours would end before it does. */
function launch(program: SideProgram): ChildProcess {
  const main = join(import.meta.dirname, '../../fakes', program.folder, 'main.ts');
  const log = openSync(logOf(program), 'w', 0o600);
  const child = spawn(process.execPath, [main, ...program.args], {
    stdio: ['ignore', 'ignore', log],
    detached: true,
  });
  closeSync(log);
  writePrivateFile(pidFileOf(program), `${child.pid}\n`);
  return child;
}

async function end(program: SideProgram, clock: Clock): Promise<void> {
  const pid = pidOf(program);
  if (pid === undefined) return;
  process.kill(pid, 'SIGTERM');
  const untilMs = clock.monotonicMs() + START_LIMIT_MS;
  while (pidOf(program) === pid && clock.monotonicMs() < untilMs) await pause(clock, LOOK_MS);
  if (pidOf(program) === pid) process.kill(pid, 'SIGKILL');
}

type Place = Pick<SideProgram, 'folder' | 'dataDir' | 'files'>;

/** Whether one started here is running, answering or not: its ports are then its own. */
export function isLeftRunning(place: Place): boolean {
  return pidOf(place) !== undefined;
}

/** The process started here, if it is still running: process ids get reused. */
function pidOf(place: Place): number | undefined {
  const file = pidFileOf(place);
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8'));
  const commandLine = `/proc/${pid}/cmdline`;
  const isOurs =
    existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(`fakes/${place.folder}`);
  return isOurs ? pid : undefined;
}

const pidFileOf = ({ files, dataDir }: Place): string => join(dataDir, `${files}.pid`);
const logOf = ({ files, dataDir }: Place): string => join(dataDir, `${files}.log`);

async function allAnswer({ ports }: SideProgram): Promise<boolean> {
  return (await Promise.all(ports.map(answers))).every(Boolean);
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
