/** Secrets that people choose or type, over the network: guessed slowly, whoever asks. */
import { DAY_MS, HOUR_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';
import { neighbourhoodOf } from '../kit/http/address-list.ts';
import { hashPassword, verifyPassword, type Verdict } from '../kit/password.ts';
import { machineRandom } from '../kit/random.ts';
import { createThrottle } from '../kit/throttle.ts';

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

export function createGuardTries(clock: Clock): GuardTries {
  const wrong = createThrottle({
    clock,
    most: limit('wrongPasswordsPerMinute') - 1,
    windowMs: 60_000,
    keys: limit('wrongKeyAddresses'),
  });
  const wrongCodes = createThrottle({
    clock,
    most: limit('wrongCodesPerHour') - 1,
    windowMs: HOUR_MS,
    keys: limit('wrongKeyAddresses'),
  });
  const known = createThrottle({
    clock,
    most: 0,
    windowMs: limit('sessionDays') * DAY_MS,
    keys: limit('wrongKeyAddresses'),
  });
  const underWay = new Map<string, Promise<Verdict>>();
  let waiting = 0;
  return async ({ name, from, isCode = false }, compare) => {
    const owner = `name ${name.trim().toLowerCase()}`;
    const place = neighbourhoodOf(from);
    const atHome = `${owner} at ${place}`;
    const tryOne = async (counted: readonly string[]) => {
      const verdict = await compare();
      if (verdict === 'right') known.note(atHome);
      if (verdict === 'wrong') for (const key of counted) wrong.note(key);
      if (verdict === 'wrong' && isCode) wrongCodes.note(owner);
      return verdict;
    };
    const counted = [`from ${place}`, known.isOver(atHome) && !isCode ? atHome : owner];
    for (;;) {
      const isOver =
        counted.some((key) => wrong.isOver(key)) || (isCode && wrongCodes.isOver(owner));
      const ahead = counted.map((key) => underWay.get(key)).find((it) => it !== undefined);
      if (isOver || (ahead !== undefined && waiting >= MOST_WAITING)) return 'busy';
      if (ahead === undefined) break;
      waiting += 1;
      await Promise.allSettled([ahead]);
      waiting -= 1;
    }
    const mine = tryOne(counted).finally(() => {
      for (const key of counted) underWay.delete(key);
    });
    for (const key of counted) underWay.set(key, mine);
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
