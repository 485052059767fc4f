/**
 * `bin/paigham`: the staff's command line. What a command works with is loaded when it is needed.
 */
import { runLine } from '../cli/command-line.ts';
import { readArguments } from '../kit/started-with.ts';
import { VERSION } from '../kit/version.ts';

process.exitCode = await runLine(readArguments(), {
  version: VERSION,
  print: (answer) => console.log(answer),
  complain: (sentence) => console.error(sentence),
  openRemote: async () => (await import('./open-remote.ts')).openRemote(),
  lend: async (...asked) => (await import('./open-command-line.ts')).lend(...asked),
});
