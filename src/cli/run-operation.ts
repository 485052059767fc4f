/** Runs an operation: reads its input, connects, performs it and prints the result. */
import {
  type Agree,
  type Definition,
  type Given,
  readInput,
  sentenceOf,
} from '../operations/operation.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import { DONE, REFUSED } from './described.ts';
import type { Line, Terminal } from './command-line.ts';
import { asJson, printAnswer } from './print.ts';

/** Returns the exit code. @throws Refusal with a sentence for the caller. */
export function runOperation(
  name: string,
  given: Given,
  { lend, print }: Pick<Terminal, 'lend' | 'print'>,
): Promise<number> {
  const operation = OPERATIONS.find((it) => it.name === name);
  if (operation === undefined) throw new Error(`commands.json is out of date: ${name}`);
  return lend({ dataDir: given.option('data-dir') }, async (line) => {
    const source = { ...line, nowMs: () => line.admin.clock.nowMs() };
    const input = await readInput(operation, given, source);
    const outcome = await operation.perform(line, input, agreeAt(line, given));
    if (!outcome.ok) {
      throw new Refusal(sentenceOf(operation, outcome, given));
    }
    const answer = outcome.value;
    if (answer.saves !== undefined) await line.writeNew(answer.saves.file, answer.saves.octets);
    print(
      given.has('json')
        ? asJson(answer.full ?? answer.data)
        : printAnswer(answer, narrowing(given, operation)),
    );
    return answer.isBad === true ? REFUSED : DONE;
  });
}

/**
 * Shows the person at the terminal what a change would do, and asks whether to go on.
 * @throws Refusal if the answer is no; UsageError if nobody is there and --yes is missing.
 */
function agreeAt(line: Line, given: Given): Agree {
  return async (consequences) => {
    if (consequences.length === 0 || given.has('yes')) return;
    const shown = consequences.join('\n');
    const answer = await line.confirm(`${shown}\nGo on? [y/N] `);
    if (answer === undefined) {
      throw new UsageError(`${shown}\nNothing was changed: add --yes to skip this question.`);
    }
    if (!answer) throw new Refusal('Nothing was changed.');
  };
}

/** Options that filter the rows of a list. */
function narrowing(given: Given, { input }: Definition): readonly string[] {
  const own = Object.values(input).flatMap((field) => field.options.map(({ name }) => name));
  return own.filter((name) => name !== 'limit' && given.has(name));
}
