/** Changes that do harm are told first and asked about; scripts say --yes. */
import type { OptionShape } from '../kit/arguments.ts';
import { Refusal, UsageError } from '../kit/refusal.ts';
import type { Given, Line } from './command.ts';

export const YES: OptionShape = { name: 'yes', about: 'does it without asking' };

/**
 * Tells what a change would do and asks whether to go on; where there is nothing to tell, nothing
 * is asked.
 * @throws Refusal when the answer is no; UsageError when nobody can be asked and --yes is missing.
 */
export async function agree(
  line: Line,
  given: Given,
  consequences: readonly string[],
): Promise<void> {
  if (consequences.length === 0 || given.has(YES.name)) return;
  const told = consequences.join('\n');
  const answer = await line.confirm(`${told}\nGo on? [y/N] `);
  if (answer === undefined) {
    throw new UsageError(`${told}\nNothing was changed: add --yes to do it without being asked.`);
  }
  if (!answer) throw new Refusal('Nothing was changed.');
}
