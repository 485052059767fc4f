/**
 * The simulated number directory of the demo world (fakes/portability): described in
 * data/portability.json, and used when the settings name no other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config } from '../kit/config.ts';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import { freePorts } from '@paigham/base/ports.ts';
import { isLeftRunning, startSideProgram, type Running } from './side-program.ts';

/** Where it listens if the ports are free. */
const WISHED = { httpPort: 27_771, dnsPort: 27_772, managementPort: 27_773 };

/** The demo world's example of a ported number: Jazz by its prefix, now with Zong. */
export const PORTED_NUMBER = '923009876543';

/** The directory's words and our names for them; tests read the simulator with these, too. */
const DIRECTORY_WORDS = ['MOBILINK=Jazz', 'CMPAK=Zong', 'PTML=Ufone', 'TP=Telenor', 'SCO=SCO'];

export type DemoDirectory = typeof WISHED;

const PROGRAM = {
  name: 'The simulated number directory',
  folder: 'portability',
  files: 'portability',
} as const;

/** This installation's directory, on its own or free ports. */
export async function describeDirectory(dataDir: string): Promise<DemoDirectory> {
  const known = readDirectory(dataDir);
  if (known !== undefined && isLeftRunning({ ...PROGRAM, dataDir })) return known;
  const directory = await freePorts(known ?? WISHED, ['dnsPort']);
  writePrivateFile(fileIn(dataDir), `${JSON.stringify(directory, null, 2)}\n`);
  return directory;
}

export function startNumberDirectory(
  dataDir: string,
  { httpPort, dnsPort, managementPort }: DemoDirectory,
  clock: Clock,
): Promise<Running> {
  const given = ['--http-port', httpPort, '--dns-port', dnsPort];
  const more = ['--management-port', managementPort, '--port', `${PORTED_NUMBER}=CMPAK`];
  const args = [...given, ...more].map(String);
  const ports = [httpPort, managementPort];
  return startSideProgram({ ...PROGRAM, dataDir, args, ports }, clock);
}

/** The settings with the demo world's directory, unless they name one or want no simulators. */
export function withDemoDirectory(config: Config): Config {
  const { production, simulators, mnpDirectory, dataDir } = config;
  const directory = readDirectory(dataDir);
  if (production || !simulators || mnpDirectory !== 'none' || directory === undefined)
    return config;
  return {
    ...config,
    mnpDirectory: 'http',
    mnpAddress: `http://127.0.0.1:${directory.httpPort}/numbers`,
    mnpBody: '{"numbers":"{numbers}"}',
    mnpListPath: 'numbers',
    mnpNumberPath: 'number',
    mnpOperators: DIRECTORY_WORDS,
  };
}

function readDirectory(dataDir: string): DemoDirectory | undefined {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as DemoDirectory;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'portability.json');
}
