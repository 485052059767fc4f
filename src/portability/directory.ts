/**
 * A number directory as the journey knows it, over one that is asked by some protocol. However many
 * callers want a number, it is looked up once at a time, and callers learn at once when they would
 * have to wait too long.
 */
import { SECOND_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import { FAILED, type Directory, type DirectoryAnswer } from '../domain/portability/directory.ts';
import type { Clock } from '../kit/clock.ts';
import { createAsking, type AskingSettings } from './asking.ts';

/** Puts a directory together. It asks nothing by itself. */
export function createDirectory(settings: AskingSettings): Directory {
  const asking = createAsking(settings);
  const remembered = createRemembered(settings.clock);
  const flights = new Map<string, Promise<DirectoryAnswer>>();

  const wouldWaitTooLong = (numbers: number): boolean => {
    const all = asking.waiting() + numbers;
    if (all > limit('lookupsWaiting')) return true;
    return (all / settings.numbersPerSecond) * SECOND_MS > limit('lookupWaitMs');
  };
  const want = (number: string): Promise<DirectoryAnswer> => {
    const flight = new Promise<DirectoryAnswer>((resolve) => {
      asking.add(number, (answer) => {
        flights.delete(number);
        remembered.put(number, answer);
        resolve(answer);
      });
    });
    flights.set(number, flight);
    return flight;
  };

  return {
    isDown: asking.isDown,
    mayTake: (numbers) => !wouldWaitTooLong(numbers),
    async lookUp(numbers) {
      const strange = numbers.filter((number) => !flights.has(number) && !remembered.get(number));
      const mayAsk = !asking.isDown() && !wouldWaitTooLong(strange.length);
      const answers = new Map<string, DirectoryAnswer>();
      const wanted: Promise<void>[] = [];
      for (const number of numbers) {
        const known = remembered.get(number);
        const flight = known ?? flights.get(number) ?? (mayAsk ? want(number) : FAILED);
        if ('kind' in flight) answers.set(number, flight);
        else wanted.push(flight.then((answer) => void answers.set(number, answer)));
      }
      asking.pump();
      await Promise.all(wanted);
      return answers;
    },
  };
}

type Remembered = {
  get(number: string): DirectoryAnswer | undefined;
  put(number: string, answer: DirectoryAnswer): void;
};

/**
 * Remembers answers of the directory for a moment: a request that is made again, because prices
 * changed or its answer was lost, does not cost a second look-up. What is charged does not depend
 * on it. Failures are not remembered.
 */
function createRemembered(clock: Clock): Remembered {
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
