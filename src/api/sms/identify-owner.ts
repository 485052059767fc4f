/**
 * The older login: user name and password of the account's owner in the portal, for the templates
 * endpoint alone (contract section 9). A password costs us far more to check than a key, and people
 * choose bad ones, so both the caller's address and the name are slowed after a few wrong ones.
 */
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { neighbourhoodOf } from '../../kit/http/address-list.ts';
import { hashPassword, verifyPassword } from '../../kit/password.ts';
import { machineRandom } from '../../kit/random.ts';
import { createThrottle } from '../../kit/throttle.ts';
import type { KnownAccounts } from '../../store/known-accounts.ts';
import type { OwnerLogin, OwnerLogins } from '../../store/users.ts';
import type { Caller, OnRefused } from '../authenticate.ts';

/** Tries that wait for others of their name or address. */
const MOST_WAITING = 50;

export type Login = {
  readonly username: string;
  readonly password: string;
  /** The caller's address. */
  readonly from: string;
};

/** Finds the oldest account that the user owns. */
export type IdentifyOwner = (login: Login) => Promise<Caller>;

export type IdentifyOwnerDeps = {
  readonly owners: OwnerLogins;
  readonly accounts: Pick<KnownAccounts, 'byId'>;
  readonly clock: Clock;
  readonly onRefused?: OnRefused;
};

export function createIdentifyOwner(deps: IdentifyOwnerDeps): IdentifyOwner {
  const { owners, accounts, clock, onRefused } = deps;
  const wrongPasswords = createThrottle({
    clock,
    most: limit('wrongPasswordsPerMinute') - 1,
    windowMs: 60_000,
    keys: limit('wrongKeyAddresses'),
  });
  /** A name without a login costs as much time as one with, so that an answer tells no names. */
  let nobodysHash: Promise<string> | undefined;
  const nobody = async (): Promise<OwnerLogin> => {
    nobodysHash ??= hashPassword(machineRandom.secret(24));
    return { passwordHash: await nobodysHash, secondFactor: true, accountIds: [] };
  };

  const refused = (from: string, reason: FailureReason, accountId?: AccountId): Caller => {
    onRefused?.({ what: 'login', from: neighbourhoodOf(from), accountId });
    return { kind: 'refused', refusal: refuse(reason) };
  };
  const tryOne = async ({ username, password, from }: Login, counted: readonly string[]) => {
    const owner = (await owners.ownerByEmail(username.trim())) ?? (await nobody());
    const verdict = await verifyPassword(password, owner.passwordHash);
    if (verdict === 'busy') return refused(from, 'logins_guessed');
    const [accountId] = owner.accountIds;
    if (verdict === 'right' && !owner.secondFactor && accountId !== undefined) {
      const account = await accounts.byId(accountId);
      if (account?.active === true) return { kind: 'known', account } as const;
    }
    for (const key of counted) wrongPasswords.note(key);
    return refused(from, 'login_refused', accountId);
  };
  /** Those of one name or address are tried one by one: each is judged by all before it. */
  const underWay = new Map<string, Promise<Caller>>();
  let waiting = 0;

  return async (login) => {
    const { username, from } = login;
    const counted = [`from ${neighbourhoodOf(from)}`, `name ${username.trim().toLowerCase()}`];
    for (;;) {
      const isOver = counted.some((key) => wrongPasswords.isOver(key));
      const ahead = counted.map((key) => underWay.get(key)).find((it) => it !== undefined);
      if (isOver || (ahead !== undefined && waiting >= MOST_WAITING)) {
        return refused(from, 'logins_guessed');
      }
      if (ahead === undefined) break;
      waiting += 1;
      await Promise.allSettled([ahead]);
      waiting -= 1;
    }
    const mine = tryOne(login, counted).finally(() => {
      for (const key of counted) underWay.delete(key);
    });
    for (const key of counted) underWay.set(key, mine);
    return mine;
  };
}
