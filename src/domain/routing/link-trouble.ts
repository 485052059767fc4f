/**
 * What is wrong with a link that is bound: the operator refuses what it is sent, its receipts stay
 * away, cannot be read or say something unusual, or some of the binds are refused.
 */
import { SECOND_MS } from '../durations.ts';
import { limit } from '../limits.ts';
import type { LinkHealth } from './routing.ts';

/** In each of the last periods of `trafficPeriodMs`, the latest last. */
export type Carried = {
  /** Parts that the operator took. */
  readonly taken: readonly number[];
  /** Parts that it refused, or whose answers were lost. */
  readonly failed: readonly number[];
  /** Final receipts. */
  readonly reported: readonly number[];
  /** Those of them that say delivered. */
  readonly delivered: readonly number[];
  /** What came in and cannot be read. */
  readonly unreadable: readonly number[];
  /** What failed, by the code of the answer; a few codes at most. */
  readonly codes: Readonly<Record<string, readonly number[]>>;
};

/** What a link carried before, the older the less it counts. */
export type Usual = {
  readonly taken: number;
  readonly reported: number;
  readonly delivered: number;
};

export const NOTHING_USUAL: Usual = { taken: 0, reported: 0, delivered: 0 };

export const TROUBLES = [
  'refuses_everything',
  'refuses_much',
  'receipts_missing',
  'receipts_unreadable',
  'undelivered',
  'bind_missing',
] as const;

export type Trouble = {
  readonly kind: (typeof TROUBLES)[number];
  readonly verdict: 'warning' | 'fault';
  readonly sentence: string;
};

/** Fewer parts or receipts than these say nothing. */
const LEAST_REFUSED = 5;
const LEAST_REFUSED_OF_SOME = 20;
const LEAST_UNREADABLE = 10;
const LEAST_JUDGED = 50;
/** What a link that is new is taken to do, and how much of its own traffic weighs as much. */
const NEW = { share: 0.9, parts: 100 };
/** Where less is usual, there is nothing to miss. */
const LEAST_SHARE = 0.2;

const PERIODS_A_MINUTE = (60 * SECOND_MS) / limit('trafficPeriodMs');
const MINUTES = limit('trafficPeriods') / PERIODS_A_MINUTE;

/** The troubles of a link that is enabled, worst first. */
export function troublesOf(carried: Carried, usual: Usual, health: LinkHealth): readonly Trouble[] {
  return [
    refusing(carried),
    missing(carried, usual),
    unreadable(carried),
    undelivered(carried, usual),
    health.state === 'up' && (health.words ?? '') !== ''
      ? ({ kind: 'bind_missing', verdict: 'warning', sentence: `${health.words}.` } as const)
      : undefined,
  ].filter((it) => it !== undefined);
}

/** How often which code was answered in the last minutes, the most frequent first. */
export function codesOf({ codes }: Pick<Carried, 'codes'>): readonly (readonly [string, number])[] {
  return Object.entries(codes)
    .map(([code, counts]) => [code, sum(counts)] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, some], [, others]) => others - some);
}

function refusing(carried: Carried): Trouble | undefined {
  const [taken, failed] = [sum(carried.taken), sum(carried.failed)];
  const said = codesOf(carried)
    .slice(0, 3)
    .map(([code, count]) => `${code} × ${count}`)
    .join(', ');
  const isAll = failed >= LEAST_REFUSED && sum(latest(carried.taken)) === 0;
  if (isAll && sum(latest(carried.failed)) > 0) {
    return fault(`It refuses everything: ${said} in ${MINUTES} min.`);
  }
  if (failed < LEAST_REFUSED_OF_SOME || failed < 0.2 * (failed + taken)) return undefined;
  return {
    kind: 'refuses_much',
    verdict: 'warning',
    sentence: `It refuses ${percent(failed / (failed + taken))}: ${said} in ${MINUTES} min.`,
  };
}

const fault = (sentence: string): Trouble => ({
  kind: 'refuses_everything',
  verdict: 'fault',
  sentence,
});

/** What was taken in the last minute is not expected to have been reported on. */
function missing({ taken, reported }: Carried, usual: Usual): Trouble | undefined {
  const due = sum(taken) - sum(latest(taken));
  const usually = shareOf(usual.reported, usual.taken);
  if (due < LEAST_JUDGED || usually < LEAST_SHARE) return undefined;
  const reports = sum(reported);
  if (reports / due >= usually / 2) return undefined;
  const sentence =
    `It took ${due} parts and reported on ${reports} in ${MINUTES} min; ` +
    `usual are ${percent(usually)}. What it says nothing of stays SENT.`;
  return { kind: 'receipts_missing', verdict: 'warning', sentence };
}

function unreadable(carried: Carried): Trouble | undefined {
  const count = sum(carried.unreadable);
  const share = count / (count + sum(carried.reported));
  if (count < LEAST_UNREADABLE || share < 0.1) return undefined;
  const sentence =
    `Of its receipts ${percent(share)} cannot be read, ${count} in ${MINUTES} min: ` +
    'see "paigham receipt list".';
  return { kind: 'receipts_unreadable', verdict: 'warning', sentence };
}

function undelivered({ reported, delivered }: Carried, usual: Usual): Trouble | undefined {
  const reports = sum(reported);
  const usually = shareOf(usual.delivered, usual.reported);
  if (reports < LEAST_JUDGED || usually < LEAST_SHARE) return undefined;
  const share = sum(delivered) / reports;
  if (share >= usually / 2) return undefined;
  const sentence =
    `Of ${reports} receipts in ${MINUTES} min ${percent(share)} say delivered; ` +
    `usual are ${percent(usually)}.`;
  return { kind: 'undelivered', verdict: 'warning', sentence };
}

const shareOf = (some: number, all: number): number =>
  (some + NEW.share * NEW.parts) / (all + NEW.parts);

const latest = (counts: readonly number[]): readonly number[] => counts.slice(-PERIODS_A_MINUTE);

const sum = (counts: readonly number[]): number => counts.reduce((all, it) => all + it, 0);

const percent = (share: number): string => `${Math.round(share * 100)} %`;
