import { limit } from '../domain/limits.ts';
import type { DirectoryAnswer } from '../domain/portability/directory.ts';
import type { Clock } from '../kit/clock.ts';

export type Remembered = {
  get(number: string): DirectoryAnswer | undefined;
  put(number: string, answer: DirectoryAnswer): void;
};

/**
 * Fresh answers of the directory, for a moment: a request that has to be made again, because prices
 * changed or its answer was lost, does not ask and cost a second time. What is charged does not
 * depend on it. A failure is not remembered.
 */
export function createRemembered(clock: Clock): Remembered {
  const answers = new Map<string, { readonly answer: DirectoryAnswer; readonly untilMs: number }>();
  return {
    get(number) {
      const known = answers.get(number);
      if (known === undefined) return undefined;
      if (clock.monotonicMs() < known.untilMs) return known.answer;
      answers.delete(number);
      return undefined;
    },
    put(number, answer) {
      if (answer.kind === 'failed') return;
      answers.delete(number);
      answers.set(number, { answer, untilMs: clock.monotonicMs() + limit('rememberedLookupMs') });
      const [oldest] = answers.keys();
      if (answers.size > limit('rememberedLookups') && oldest !== undefined) answers.delete(oldest);
    },
  };
}
