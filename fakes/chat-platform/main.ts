/** Runs a simulated chat platform until SIGTERM or SIGINT. */

import { explain, runUntilStopped } from '../kit/command-line.ts';
import { readCommandLine } from './options.ts';
import { startChatPlatform } from './start.ts';

const read = readCommandLine(process.argv.slice(2));
if (read.kind !== 'options') explain(read);
else {
  await runUntilStopped(async () => {
    const { url, managementUrl, close } = await startChatPlatform(read.options);
    console.log(`Chat platform: Graph on ${url}, management on ${managementUrl}/`);
    return close;
  });
}
