/** Secrets that people choose or type, over the network: guessed slowly, whoever asks. */
import type { Counted, TryCounts } from '../features/sign-in/try-counts.ts';
import { DAY_MS, HOUR_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import { hashPassword, verifyPassword, type Verdict } from '../kit/password.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createHolds } from '../kit/throttle.ts';

/** Whose secret is tried, and the caller's address. */
export type Trying = {
  readonly name: string;
  readonly from: string;
  /** Six digits: far fewer wrong ones are allowed than passwords. */
  readonly isCode?: boolean;
};

/**
 * Has a secret compared, unless too many were wrong with this name or from this address, or too
 * many wait: `busy`, and nothing is compared. Tries with the same name or address are made one by
 * one: the result of each affects the next.
 *
 * Where somebody has given their secret before, wrong ones from elsewhere do not keep them out:
 * whoever knows a name could otherwise lock its owner out for as long as they like.
 */
export type GuardTries = (trying: Trying, compare: () => Promise<Verdict>) => Promise<Verdict>;

/** Tries that wait for an earlier one with the same name or address. */
const MOST_WAITING = 50;
const KNOWN_MS = limit('sessionDays') * DAY_MS;

/** What is counted of a try. Callers choose names: none may look like another key. */
function keysOf({ name, from, isCode = false }: Trying) {
  const place = neighbourhoodOf(from);
  const owner = `${isCode ? 'code' : 'name'} ${name.trim().toLowerCase()}`;
  return { place: `from ${place}`, owner, home: `at ${place} ${owner}` };
}

const inMinute = (key: string): Counted => ({
  key,
  most: limit('wrongPasswordsPerMinute'),
  windowMs: 60_000,
});
const inHour = (key: string): Counted => ({
  key: `hour of ${key}`,
  most: limit('wrongCodesPerHour'),
  windowMs: HOUR_MS,
});

/**
 * Wrong ones are counted by all nodes together. A node has tries with one name or address compared
 * one by one, so nodes exceed a limit by at most one try each. What has been refused is remembered
 * here: the database is not asked again.
 */
export function createGuardTries(clock: Clock, counts: TryCounts): GuardTries {
  const refused = createHolds({ clock, keys: limit('wrongKeyAddresses') });
  const underWay = new Map<string, Promise<Verdict>>();
  let waiting = 0;
  return async (trying, compare) => {
    const { place, owner, home } = keysOf(trying);
    const { isCode = false } = trying;
    const isRefused = (): boolean => refused.has(place) || refused.has(home);
    if (isRefused()) return 'busy';
    const known: Counted = { key: `known ${home}`, most: 1, windowMs: KNOWN_MS };
    const knownMs = isCode ? 0 : ((await counts.look([known])).get(known.key) ?? 0);
    const turns = [place, knownMs > 0 ? home : owner];
    const counted = [...turns.map(inMinute), ...(isCode ? [inHour(owner)] : [])];
    const tryOne = async (): Promise<Verdict> => {
      const spent = await counts.look(counted);
      if (spent.size > 0) {
        refused.keep(
          spent.has(place) ? place : home,
          spent.get(place) ?? Math.max(...spent.values()),
        );
        return 'busy';
      }
      const verdict = await compare();
      if (verdict === 'wrong') await counts.count(counted);
      if (verdict === 'right' && !isCode && knownMs < KNOWN_MS - DAY_MS) await counts.renew(known);
      return verdict;
    };
    for (;;) {
      const ahead = turns.map((key) => underWay.get(key)).find((it) => it !== undefined);
      if (isRefused() || (ahead !== undefined && waiting >= MOST_WAITING)) return 'busy';
      if (ahead === undefined) break;
      waiting += 1;
      await Promise.allSettled([ahead]);
      waiting -= 1;
    }
    const mine = tryOne().finally(() => {
      for (const key of turns) underWay.delete(key);
    });
    for (const key of turns) underWay.set(key, mine);
    return mine;
  };
}

let nobodysHash: Promise<string> | undefined;

/**
 * Compares a password with a hash. Without one it takes as long, so that timing reveals no names.
 */
export async function comparePassword(
  password: string,
  hash: string | undefined,
): Promise<Verdict> {
  nobodysHash ??= hashPassword(machineRandom.secret(24));
  const verdict = await verifyPassword(password, hash ?? (await nobodysHash));
  return verdict === 'right' && hash === undefined ? 'wrong' : verdict;
}
