import {
  NO_DIRECTORY,
  type AskDirectory,
  type Directory,
} from '../domain/portability/directory.ts';
import type { Clock } from '../kit/clock.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createNaptrResolver } from '../kit/dns.ts';
import type { Log } from '../kit/log.ts';
import { createDirectory } from './directory.ts';
import { createEnum, plainRoutingNumber } from './enum.ts';
import { asksSingly, createHttpJson } from './http-json.ts';

/** The number directory that the settings name; none: one that is always down. */
export function openDirectory(
  config: Config,
  secrets: Secrets,
  machinery: { readonly clock: Clock; readonly log: Log },
): Directory {
  if (config.mnpDirectory === 'none') return NO_DIRECTORY;
  const isSingle = config.mnpDirectory === 'enum' || asksSingly({ body: config.mnpBody });
  return createDirectory({
    ...machinery,
    ask: askBy(config, secrets, machinery.clock),
    numbersPerSecond: config.mnpRate,
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
