/** Runs simulated operators until SIGTERM or SIGINT. */

import type { Server } from 'node:http';
import { listenManagement } from './management.ts';
import { Operator } from './operator.ts';
import { readCommandLine, type OperatorOptions } from './options.ts';

type Running = { readonly operator: Operator; readonly management: Server };

async function start(options: OperatorOptions): Promise<Running> {
  const operator = new Operator(options);
  const port = await operator.listen();
  const management = await listenManagement(operator, options.managementPort);
  const address = `http://127.0.0.1:${management.port}/`;
  console.log(`${options.name}: SMPP on 127.0.0.1:${port}, management on ${address}`);
  return { operator, management: management.server };
}

async function stop({ operator, management }: Running): Promise<void> {
  await operator.close();
  management.close();
  management.closeAllConnections();
}

async function main(): Promise<void> {
  const read = readCommandLine(process.argv.slice(2));
  if (read.kind !== 'operators') {
    (read.kind === 'help' ? console.log : console.error)(read.words);
    process.exitCode = read.kind === 'help' ? 0 : 2;
    return;
  }
  const running: Running[] = [];
  const stopAll = (): void => {
    Promise.all(running.splice(0).map(stop)).catch(fail);
  };
  process.once('SIGTERM', stopAll);
  process.once('SIGINT', stopAll);
  for (const options of read.operators) running.push(await start(options));
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
