import { join } from 'node:path';
import { start, type Program } from '../programs.ts';
import { freePort, readPage, until } from '../waiting.ts';

const PROGRAM = join(import.meta.dirname, '../../.cache/program/current/main.js');
/** Node options of bin/start. */
const AS_STARTED = ['--max-semi-space-size=16'];

export type StartedNode = { readonly program: Program; readonly port: number };

export type NodeSettings = {
  readonly nodeOptions?: readonly string[];
  readonly logLevel?: string;
  /** Extra environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts the service as `bin/start` does, without simulators. Resolves when it is ready. */
export async function startNode(
  dataDir: string,
  { nodeOptions = [], logLevel = 'warn', environment: further = {} }: NodeSettings = {},
): Promise<StartedNode> {
  const port = await freePort();
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: logLevel,
    SIMULATORS: 'false',
    ...further,
  };
  const program = start(process.execPath, [...AS_STARTED, ...nodeOptions, PROGRAM], {
    environment,
    output: 'pipe',
  });
  program.child.stdout?.resume();
  await until('the service', 60_000, () => readPage(`http://127.0.0.1:${port}/readyz`));
  return { program, port };
}
