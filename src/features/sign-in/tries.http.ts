import { ALL_CODES, type TryCounts } from './try-counts.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { createHolds } from '../../kit/throttle.ts';
import { guard } from '../../api/v1/guards.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';

/** What people without a login may do only so often: within an hour, or a day. */
const MOST = {
  register: limit('registrationsPerAddress'),
  network: limit('registrationsPerNetwork'),
  code: limit('registrationsPerPhone'),
  shown: limit('registrationsPerPhone'),
  codes: limit('codesOfStrangers'),
  work: 1,
  confirm: limit('confirmsPerAddress'),
  reset: limit('resetsPerMailbox'),
  join: limit('joinCodesPerNumber'),
  joinFrom: limit('joinCodesPerAddress'),
  joinForm: limit('joinCodesPerAccount'),
  joinCode: limit('codeTries'),
} as const;
const OF_A_DAY: readonly (keyof typeof MOST)[] = ['join', 'joinFrom', 'joinForm'];

export type Tries = {
  /**
   * Counts a try of each key, such as `from 192.0.2.0`, and returns whether any of them has had too
   * many, at whichever node. Keys that have are not counted on.
   */
  spend(what: keyof typeof MOST, keys: readonly string[]): Promise<boolean>;
  /** Whether so many codes went to strangers within the hour that they are asked to work first. */
  areMany(): Promise<boolean>;
};

export function createTries(clock: Clock, counts: TryCounts): Tries {
  const refused = createHolds({ clock, keys: limit('throttledPeople') });
  return {
    async spend(what, keys) {
      const counted = keys.map((key) => {
        const windowMs = OF_A_DAY.includes(what) ? DAY_MS : HOUR_MS;
        return { key: `${what} ${key}`, most: MOST[what], windowMs };
      });
      if (counted.some(({ key }) => refused.has(key))) return true;
      const spent = await counts.count(counted);
      for (const [key, forMs] of spent) refused.keep(key, forMs);
      return spent.size > 0;
    },
    areMany: async () => (await counts.look([{ ...ALL_CODES, most: MOST.codes / 4 }])).size > 0,
  };
}

/** Codes and links are not tried often from one address. */
export const confirmsFrom = (tries: Tries) =>
  guard<{ readonly from: string }>(
    'tries_exceeded',
    async ({ from }) => !(await tries.spend('confirm', [`from ${neighbourhoodOf(from)}`])),
  );
