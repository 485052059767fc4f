/**
 * The simulated operators of the demo world: one process beside the service (fakes/smsc), described
 * by data/simulators.json, which also says what the seeded links bind with.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../kit/clock.ts';
import { writePrivateFile } from '../kit/private-file.ts';
import type { Random } from '../kit/random.ts';
import { freePort, startSideProgram } from './side-program.ts';

const OPERATORS = ['Jazz', 'Zong', 'Ufone', 'Telenor'] as const;
/** Where the first operator listens if the port is free: SMPP's own port, and one for people. */
const FIRST_PORTS = { smpp: 27_751, management: 27_761 };

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

/** Starts the simulators beside the service. */
export function startSimulators(
  dataDir: string,
  simulators: readonly Simulator[],
  clock: Clock,
): Promise<{ stop(): Promise<void> }> {
  const program = {
    name: 'The simulated operators',
    folder: 'smsc',
    args: ['--config', fileIn(dataDir)],
    ports: simulators.map(({ managementPort }) => managementPort),
    pidFile: join(dataDir, 'simulators.pid'),
  };
  return startSideProgram(program, clock);
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'simulators.json');
}
