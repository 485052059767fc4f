/**
 * The simulated operators of the demo world: one process beside the service (fakes/smsc), described
 * in data/simulators.json, which also holds the seeded links' credentials.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, type Admin } from '../operations/admin.ts';
import { setLink } from '../features/links/links.operations.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import type { Random } from '@paigham/base/random.ts';
import { findLink } from '../features/links/links.sql.ts';
import { freePorts } from '@paigham/base/ports.ts';
import { isLeftRunning, startSideProgram, type Running } from './side-program.ts';

const OPERATORS = ['Jazz', 'Zong', 'Ufone', 'Telenor'] as const;
/** Where the first operator listens if the ports are free: one for SMPP, and one for people. */
const FIRST_PORTS = { smpp: 27_751, management: 27_761 };

export type Simulator = {
  readonly name: (typeof OPERATORS)[number];
  readonly port: number;
  readonly managementPort: number;
  readonly systemId: string;
  readonly password: string;
};

/** This installation's simulators, with passwords of their own. */
export function describeSimulators(dataDir: string, random: Random): readonly Simulator[] {
  const file = fileIn(dataDir);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as readonly Simulator[];
  const simulators = OPERATORS.map((name, index) => ({
    name,
    port: FIRST_PORTS.smpp + index,
    managementPort: FIRST_PORTS.management + index,
    systemId: `paigham_${name.toLowerCase()}`,
    password: random.secret(6),
  }));
  save(dataDir, simulators);
  return simulators;
}

/** Those of this installation; none if it has no demo. */
export function knownSimulators(dataDir: string): readonly Simulator[] {
  const file = fileIn(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Simulator[]) : [];
}

/** The same on free ports; unchanged while they run. */
export async function placeSimulators(
  dataDir: string,
  simulators: readonly Simulator[],
): Promise<readonly Simulator[]> {
  if (isLeftRunning({ ...PROGRAM, dataDir })) return simulators;
  const placed: Simulator[] = [];
  for (const simulator of simulators) {
    const { port, managementPort } = simulator;
    placed.push({ ...simulator, ...(await freePorts({ port, managementPort })) });
  }
  save(dataDir, placed);
  return placed;
}

const PROGRAM = { name: 'The simulated operators', folder: 'smsc', files: 'simulators' } as const;

function save(dataDir: string, simulators: readonly Simulator[]): void {
  writePrivateFile(fileIn(dataDir), `${JSON.stringify(simulators, null, 2)}\n`);
}

/** Points the demo world's links to simulators that have moved to other ports. */
export async function leadLinks(admin: Admin, simulators: readonly Simulator[]): Promise<void> {
  for (const { name: operator, port, systemId } of simulators) {
    const name = operator.toLowerCase();
    const link = await admin.transact((transaction) => findLink(transaction, { name }));
    // If the link points elsewhere, somebody has made it their own.
    if (link?.config['systemId'] !== systemId || link.config['port'] === port) continue;
    must(await setLink(admin, { name, config: { port } }));
  }
}

export function startSimulators(
  dataDir: string,
  simulators: readonly Simulator[],
  clock: Clock,
): Promise<Running> {
  const args = ['--config', fileIn(dataDir)];
  const ports = simulators.map(({ managementPort }) => managementPort);
  return startSideProgram({ ...PROGRAM, dataDir, args, ports }, clock);
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'simulators.json');
}
