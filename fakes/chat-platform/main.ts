/** Runs a simulated chat platform until SIGTERM or SIGINT. */

import { readCommandLine } from './options.ts';
import { startChatPlatform } from './start.ts';

async function main(): Promise<void> {
  const read = readCommandLine(process.argv.slice(2));
  if (read.kind !== 'options') {
    (read.kind === 'help' ? console.log : console.error)(read.words);
    process.exitCode = read.kind === 'help' ? 0 : 2;
    return;
  }
  const running = await startChatPlatform(read.options);
  const stop = (): void => {
    running.close().catch(fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  console.log(`Chat platform: Graph on ${running.url}, management on ${running.managementUrl}/`);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
