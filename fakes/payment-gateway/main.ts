/** Runs a simulated payment gateway until SIGTERM or SIGINT. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runUntilStopped } from '../kit/command-line.ts';
import { startGateway, type Wishes } from './start.ts';

const HELP = `A simulated payment gateway on 127.0.0.1.

  node fakes/payment-gateway/main.ts --config gateway.json

  --config   {"port":8671,"managementPort":8672,"key":"…","secret":"…"}: the checkout and the API
             for shops; GET / of the management port names its pages; the key that shops call it
             with; the secret by which it signs
`;

const options = {
  config: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

await runUntilStopped(async () => {
  const { config, help } = parseArgs({ options, strict: true }).values;
  if (help || config === undefined) {
    console.log(HELP);
    return () => Promise.resolve();
  }
  const wishes = JSON.parse(readFileSync(config, 'utf8')) as Wishes;
  const running = await startGateway(wishes);
  console.log(`Checkout on ${running.port}, management on ${running.managementPort}`);
  return async () => running.close();
});
