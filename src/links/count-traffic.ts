/**
 * What the links of this node carried in the last minutes, for staff: written at the end of each
 * period in which something was heard.
 */
import type { CarrierOutcome, Inbound, NodeLease } from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Carried, Usual } from '../domain/routing/link-trouble.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { QUIET, writeTraffic } from '../features/links/link-traffic.sql.ts';
import { type CountOddities, createCountOddities } from './count-oddities.ts';

export type CountTraffic = {
  /** A link of this node has heard what became of a part. */
  note(linkId: LinkId, outcome: CarrierOutcome): void;
  /** The operator has sent something. */
  noteInbound(linkId: LinkId, inbound: Inbound): void;
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

type Counted = Record<'taken' | 'failed' | 'reported' | 'delivered' | 'unreadable', number> & {
  readonly codes: Map<string, number>;
};

const none = (): Counted => ({
  taken: 0,
  failed: 0,
  reported: 0,
  delivered: 0,
  unreadable: 0,
  codes: new Map(),
});

/** The rest are counted together: an operator must not fill our memory. */
const MOST_CODES = 8;
const OTHER_CODES = 'other codes';

/** Writes nothing before `start`. */
export function createCountTraffic({ db, clock, log, lease }: Deps): CountTraffic {
  const oddities = createCountOddities({ db, clock, log });
  const current = new Map<LinkId, Counted>();
  const ended = new Map<LinkId, Carried>();
  let timer: Timer | undefined;
  let telling: Promise<void> | undefined;

  const countedOf = (linkId: LinkId): Counted => {
    const known = current.get(linkId);
    if (known !== undefined) return known;
    const counted = none();
    current.set(linkId, counted);
    return counted;
  };
  /** Ends a period; undefined: nothing was heard in it, and the store need not know. */
  const endPeriod = (linkId: LinkId): { carried: Carried; added: Usual } | undefined => {
    const now = current.get(linkId);
    current.delete(linkId);
    const carried = advance(ended.get(linkId) ?? QUIET, now ?? none());
    const { codes, ...counts } = carried;
    const isOver = Object.values(counts).every((some) => some.every((it) => it === 0));
    if (isOver && Object.keys(codes).length === 0) ended.delete(linkId);
    else ended.set(linkId, carried);
    if (now === undefined) return undefined;
    const { taken, reported, delivered } = now;
    return { carried, added: { taken, reported, delivered } };
  };
  const tell = async (): Promise<void> => {
    const links = new Set([...ended.keys(), ...current.keys()]);
    const rows = [...links].flatMap((linkId) => {
      const traffic = endPeriod(linkId);
      return traffic === undefined ? [] : [{ linkId, ...traffic }];
    });
    if (rows.length === 0) return;
    await db.transact((transaction) => writeTraffic(transaction, lease.current(), rows));
  };
  return {
    odd: oddities.note,
    note(linkId, outcome) {
      if (outcome.kind === 'unsent' || ('late' in outcome && outcome.late)) return;
      const counted = countedOf(linkId);
      if (outcome.kind === 'taken') counted.taken += 1;
      else countFailed(counted, codeOf(outcome));
    },
    noteInbound(linkId, inbound) {
      const { kind } = inbound;
      if (kind === 'unreadable' || kind === 'damaged') countedOf(linkId).unreadable += 1;
      if (inbound.kind !== 'receipt' || inbound.state === undefined) return;
      const counted = countedOf(linkId);
      counted.reported += 1;
      if (inbound.state === 'delivered') counted.delivered += 1;
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

function countFailed(counted: Counted, code: string): void {
  counted.failed += 1;
  const { codes } = counted;
  const kept = codes.has(code) || codes.size < MOST_CODES ? code : OTHER_CODES;
  codes.set(kept, (codes.get(kept) ?? 0) + 1);
}

/** The code of an answer, as its operator writes it. */
function codeOf(outcome: Extract<CarrierOutcome, { kind: 'refused' | 'ambiguous' }>): string {
  if (outcome.kind === 'ambiguous') return 'no answer';
  const { reason, status } = outcome;
  if (reason.startsWith('platform_')) return String(status);
  return `0x${status.toString(16).padStart(2, '0')}`;
}

/** The periods so far and one more. */
function advance(before: Carried, now: Counted): Carried {
  const most = limit('trafficPeriods');
  const add = (some: readonly number[] | undefined, count: number): readonly number[] =>
    [...(some ?? before.taken.map(() => 0)), count].slice(-most);
  const codes = new Set([...Object.keys(before.codes), ...now.codes.keys()]);
  const counted = [...codes].map((code) => {
    return [code, add(before.codes[code], now.codes.get(code) ?? 0)] as const;
  });
  const heard = counted.filter(([, counts]) => counts.some((it) => it > 0));
  return {
    taken: add(before.taken, now.taken),
    failed: add(before.failed, now.failed),
    reported: add(before.reported, now.reported),
    delivered: add(before.delivered, now.delivered),
    unreadable: add(before.unreadable, now.unreadable),
    codes: Object.fromEntries(bounded(heard)),
  };
}

/** The codes of all periods together are bounded, too: the rarest are left out. */
function bounded(
  codes: readonly (readonly [string, readonly number[]])[],
): readonly (readonly [string, readonly number[]])[] {
  const countOf = (counts: readonly number[]): number => counts.reduce((all, it) => all + it, 0);
  return codes.toSorted((a, b) => countOf(b[1]) - countOf(a[1])).slice(0, MOST_CODES + 1);
}
