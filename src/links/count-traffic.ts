/**
 * What the links of this node carried in the last minutes, for staff: written at the end of each
 * period in which something was answered.
 */
import type { CarrierOutcome, NodeLease } from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock, Timer } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { type CountOddities, createCountOddities } from './count-oddities.ts';
import { type Traffic, writeTraffic } from '../store/routing/link-traffic.ts';

export type CountTraffic = {
  /** A link of this node has heard what became of a part. */
  note(linkId: LinkId, outcome: CarrierOutcome): void;
  /** Its operator has sent something with a fault. */
  odd: CountOddities['note'];
  start(): void;
  stop(): Promise<void>;
};

type Deps = {
  readonly db: Pick<Database, 'transact'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: { current(): NodeLease };
};

type Counted = { taken: number; failed: number };

/** Writes nothing before `start`. */
export function createCountTraffic({ db, clock, log, lease }: Deps): CountTraffic {
  const oddities = createCountOddities({ db, clock, log });
  const current = new Map<LinkId, Counted>();
  const ended = new Map<LinkId, Traffic>();
  let timer: Timer | undefined;
  let telling: Promise<void> | undefined;

  /** Ends a period; undefined: nothing was answered in it, and the store need not know. */
  const endPeriod = (linkId: LinkId, { taken, failed }: Traffic): Traffic | undefined => {
    const now = current.get(linkId) ?? { taken: 0, failed: 0 };
    current.delete(linkId);
    const most = limit('trafficPeriods');
    const traffic = {
      taken: [...taken, now.taken].slice(-most),
      failed: [...failed, now.failed].slice(-most),
    };
    const isOver = [...traffic.taken, ...traffic.failed].every((it) => it === 0);
    if (isOver) ended.delete(linkId);
    else ended.set(linkId, traffic);
    return now.taken + now.failed === 0 ? undefined : traffic;
  };
  const tell = async (): Promise<void> => {
    const links = new Set([...ended.keys(), ...current.keys()]);
    const rows = [...links].flatMap((linkId) => {
      const traffic = endPeriod(linkId, ended.get(linkId) ?? { taken: [], failed: [] });
      return traffic === undefined ? [] : [{ linkId, traffic }];
    });
    if (rows.length === 0) return;
    await db.transact((transaction) => writeTraffic(transaction, lease.current(), rows));
  };
  return {
    odd: oddities.note,
    note(linkId, outcome) {
      if (outcome.kind === 'unsent' || ('late' in outcome && outcome.late)) return;
      const counted = current.get(linkId) ?? { taken: 0, failed: 0 };
      counted[outcome.kind === 'taken' ? 'taken' : 'failed'] += 1;
      current.set(linkId, counted);
    },
    start() {
      oddities.start();
      const end = (): void => {
        telling = tell().catch((error: unknown) =>
          log.warn({ error }, 'the traffic of links could not be stored'),
        );
      };
      timer = clock.every(limit('trafficPeriodMs'), end);
    },
    async stop() {
      timer?.cancel();
      await Promise.all([telling, oddities.stop()]);
    },
  };
}
