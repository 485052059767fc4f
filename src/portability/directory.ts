/**
 * A number directory as the journey sees it, on top of some protocol. However many callers want a
 * number, only one query for it is under way, and callers are told at once when they would have to
 * wait too long.
 */
import { SECOND_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import {
  type AskDirectory,
  type Directory,
  type DirectoryAnswer,
  FAILED,
  NO_DIRECTORY,
} from '../domain/portability/directory.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createNaptrResolver } from '../kit/dns.ts';
import type { Log } from '../kit/log.ts';
import { type AskingSettings, createAsking } from './asking.ts';
import { createEnum, plainRoutingNumber } from './enum.ts';
import { asksSingly, createHttpJson } from './http-json.ts';

/** Assembles a directory. It queries nothing on its own. */
export function createDirectory(settings: AskingSettings): Directory {
  const asking = createAsking(settings);
  const remembered = createRemembered(settings.clock);
  const flights = new Map<string, Promise<DirectoryAnswer>>();

  const wouldWaitTooLong = (numbers: number): boolean => {
    const all = asking.waiting() + numbers;
    if (all > limit('lookupsWaiting')) return true;
    return (all / settings.numbersPerSecond()) * SECOND_MS > limit('lookupWaitMs');
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
 * Remembers the directory's answers for a moment: a request that is made again, because prices
 * changed or its answer was lost, does not cost a second query. It does not affect what is charged.
 * Failures are not remembered.
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

/**
 * The number directory that the settings name; if none, one that is always down. The `nodes()` that
 * live share its rate evenly.
 */
export function openDirectory(
  config: Config,
  secrets: Secrets,
  machinery: { readonly clock: Clock; readonly log: Log; readonly nodes: () => number },
): Directory {
  if (config.mnpDirectory === 'none') return NO_DIRECTORY;
  const isSingle = config.mnpDirectory === 'enum' || asksSingly({ body: config.mnpBody });
  return createDirectory({
    ...machinery,
    ask: askBy(config, secrets, machinery.clock),
    numbersPerSecond: () => Math.max(1, Math.floor(config.mnpRate / machinery.nodes())),
    questions: config.mnpQuestions,
    batch: isSingle ? 1 : config.mnpBatch,
  });
}

function askBy(config: Config, secrets: Secrets, clock: Clock): AskDirectory {
  const { mnpAddress, mnpTimeoutMs, mnpOperators } = config;
  if (config.mnpDirectory === 'enum') {
    return createEnum({
      resolve: createNaptrResolver(mnpAddress, mnpTimeoutMs),
      suffix: config.mnpSuffix,
      operators: wordsOf(mnpOperators, plainRoutingNumber),
    });
  }
  const settings = {
    address: mnpAddress,
    body: config.mnpBody,
    listPath: config.mnpListPath,
    numberPath: config.mnpNumberPath,
    operatorPath: config.mnpOperatorPath,
    operators: wordsOf(mnpOperators, (word) => word.trim().toLowerCase()),
    headers: JSON.parse(secrets.mnpHeaders ?? '{}') as Readonly<Record<string, string>>,
    questions: config.mnpQuestions,
    timeoutMs: mnpTimeoutMs,
  };
  return createHttpJson(settings, clock);
}

/** `MOBILINK=Jazz`: their word, our name. */
function wordsOf(
  pairs: readonly string[],
  plain: (word: string) => string,
): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      return [plain(pair.slice(0, at)), pair.slice(at + 1).trim()];
    }),
  );
}
