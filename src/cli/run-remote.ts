/** Runs a command that calls the running service, or works on backups. */
import type { Given } from '../operations/operation.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import type { Terminal } from './command-line.ts';
import { asJson, printAnswer } from './print.ts';
import { REMOTE_COMMANDS } from './remote-commands.ts';

/** Returns the exit code. @throws Refusal with a sentence for the caller. */
export async function runRemote(
  name: string,
  given: Given,
  { openRemote, print }: Pick<Terminal, 'openRemote' | 'print'>,
): Promise<number> {
  const command = REMOTE_COMMANDS.find((it) => it.name === name);
  if (command === undefined) throw new Error(`commands.json is out of date: ${name}`);
  const needed = command.args.filter((it) => !it.startsWith('['));
  const empty = needed.find((it) =>
    it.endsWith('…') ? given.args(it).includes('') : given.arg(it) === '',
  );
  if (empty !== undefined) throw new UsageError(`${empty.replace('…', '')} is empty.`);
  const { code, data, ...answer } = await command.runRemote(await openRemote(), given);
  if (data === undefined) return code;
  const shown = { ...answer, data };
  print(given.has('json') ? asJson(answer.full ?? data) : printAnswer(shown));
  return code;
}
