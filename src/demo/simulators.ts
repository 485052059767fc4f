/**
 * The simulated operators of the demo world: one process beside the service (fakes/smsc), described
 * by data/simulators.json, which also says what the seeded links bind with.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pause, type Clock } from '../kit/clock.ts';
import { writePrivateFile } from '../kit/private-file.ts';
import type { Random } from '../kit/random.ts';
import { Refusal } from '../kit/refusal.ts';

const PROGRAM = join(import.meta.dirname, '../../fakes/smsc/main.ts');
const OPERATORS = ['Jazz', 'Zong', 'Ufone', 'Telenor'] as const;
/** Where the first operator listens if the port is free: SMPP's own port, and one for people. */
const FIRST_PORTS = { smpp: 27_751, management: 27_761 };
const START_LIMIT_MS = 10_000;
const LOOK_MS = 50;

export type Simulator = {
  readonly name: (typeof OPERATORS)[number];
  readonly port: number;
  readonly managementPort: number;
  readonly systemId: string;
  readonly password: string;
};

/**
 * The simulators of this installation; described once, with passwords of its own and ports that
 * were free then.
 */
export async function describeSimulators(
  dataDir: string,
  random: Random,
): Promise<readonly Simulator[]> {
  const file = fileIn(dataDir);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as readonly Simulator[];
  const simulators: Simulator[] = [];
  for (const [index, name] of OPERATORS.entries()) {
    simulators.push({
      name,
      port: await freePort(FIRST_PORTS.smpp + index),
      managementPort: await freePort(FIRST_PORTS.management + index),
      systemId: `paigham_${name.toLowerCase()}`,
      password: random.secret(6),
    });
  }
  writePrivateFile(file, `${JSON.stringify(simulators, null, 2)}\n`);
  return simulators;
}

/**
 * Starts the simulators in a process group of their own, so that Ctrl-C lets the service finish
 * with its operators first; takes over those that a killed service has left running.
 */
export async function startSimulators(
  dataDir: string,
  simulators: readonly Simulator[],
  clock: Clock,
): Promise<{ stop(): Promise<void> }> {
  const ports = simulators.map(({ managementPort }) => managementPort);
  const allAnswer = async (): Promise<boolean> =>
    (await Promise.all(ports.map(answers))).every(Boolean);
  if (!(await allAnswer())) {
    const child = spawn(process.execPath, [PROGRAM, '--config', fileIn(dataDir)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    writePrivateFile(pidFileIn(dataDir), `${child.pid}\n`);
    const untilMs = clock.monotonicMs() + START_LIMIT_MS;
    while (!(await allAnswer())) {
      if (child.exitCode !== null || clock.monotonicMs() > untilMs) {
        throw new Refusal('The simulated operators did not start: see the lines above.');
      }
      await pause(clock, LOOK_MS);
    }
    child.unref();
  }
  return { stop: () => end(dataDir, clock, allAnswer) };
}

async function end(
  dataDir: string,
  clock: Clock,
  allAnswer: () => Promise<boolean>,
): Promise<void> {
  const pid = Number(readFileSync(pidFileIn(dataDir), 'utf8'));
  if (!isSimulator(pid)) return;
  process.kill(pid, 'SIGTERM');
  const untilMs = clock.monotonicMs() + START_LIMIT_MS;
  while ((await allAnswer()) && clock.monotonicMs() < untilMs) await pause(clock, LOOK_MS);
}

/** Whether the process of this id is one of ours: ids are used again. */
function isSimulator(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('fakes/smsc');
}

function pidFileIn(dataDir: string): string {
  return join(dataDir, 'simulators.pid');
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'simulators.json');
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
async function freePort(wished: number): Promise<number> {
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
