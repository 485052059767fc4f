/** Runs simulated operators until SIGTERM or SIGINT. */

import { explain, runUntilStopped } from '../kit/command-line.ts';
import { listenOperator } from './management.ts';
import { Operator } from './operator.ts';
import { readCommandLine, type OperatorOptions } from './options.ts';

/** Starts one; resolves with what stops it. */
async function start(options: OperatorOptions): Promise<() => Promise<void>> {
  const operator = new Operator(options);
  const port = await operator.listen();
  const { server, port: managementPort } = await listenOperator(operator, options.managementPort);
  const address = `http://127.0.0.1:${managementPort}/`;
  console.log(`${options.name}: SMPP on 127.0.0.1:${port}, management on ${address}`);
  return async () => {
    await operator.close();
    server.close();
    server.closeAllConnections();
  };
}

const read = readCommandLine(process.argv.slice(2));
if (read.kind !== 'operators') explain(read);
else {
  await runUntilStopped(async () => {
    const stops: (() => Promise<void>)[] = [];
    for (const options of read.operators) stops.push(await start(options));
    return () => Promise.all(stops.map((stop) => stop()));
  });
}
