/** What is remembered meanwhile is written once a minute, for all requests together. */
import { MINUTE_MS } from '../domain/durations.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';

export type MinuteDeps = {
  readonly db: Pick<Database, 'transact'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
};

/** Returns what writes the last of it, and ends. @param failed what the log says if it fails */
export function writeEveryMinute(
  { clock, log }: Omit<MinuteDeps, 'db'>,
  write: () => Promise<void>,
  failed: string,
): () => Promise<void> {
  let last = Promise.resolve();
  const writeNext = (): Promise<void> => {
    last = last.then(write).catch((error: unknown) => log.warn({ error }, failed));
    return last;
  };
  const timer = clock.every(MINUTE_MS, () => void writeNext());
  return () => {
    timer.cancel();
    return writeNext();
  };
}
