/** Counts what operators send with a fault, for the doctor: written every few seconds. */
import type { LinkOddity } from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { addOddities, type OddityCount } from '../features/links/link-oddities.sql.ts';

export type CountOddities = {
  note(linkId: LinkId, oddity: LinkOddity): void;
  start(): void;
  /** Writes what is left. */
  stop(): Promise<void>;
};

type Deps = { readonly db: Pick<Database, 'transact'>; readonly clock: Clock; readonly log: Log };

/** Writes nothing before `start`. */
export function createCountOddities({ db, clock, log }: Deps): CountOddities {
  const counts = new Map<string, OddityCount>();
  let timer: Timer | undefined;
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    const rows = [...counts.values()];
    counts.clear();
    if (rows.length === 0) return;
    try {
      await db.transact((transaction) => addOddities(transaction, { rows, atMs: clock.nowMs() }));
    } catch (error) {
      for (const row of rows) add(row);
      log.warn({ error }, 'faults of operators could not be counted yet');
    }
  };
  const add = ({ times, ...oddity }: OddityCount): void => {
    const name = JSON.stringify(Object.values(oddity));
    counts.set(name, { ...oddity, times: times + (counts.get(name)?.times ?? 0) });
  };
  const writeAlone = (): Promise<void> => {
    writing ??= write().finally(() => (writing = undefined));
    return writing;
  };
  return {
    note: (linkId, { kind, what }) => add({ linkId, kind, what, times: 1 }),
    start() {
      timer = clock.every(limit('trafficPeriodMs'), () => void writeAlone());
    },
    async stop() {
      timer?.cancel();
      await writing;
      await writeAlone();
    },
  };
}
