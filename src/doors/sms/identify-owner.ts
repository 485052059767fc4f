/**
 * The older login: user name and password of the account's owner in the portal, for the templates
 * endpoint alone (contract section 9). A password costs us far more to check than a key, and people
 * choose bad ones, so both the caller's address and the name are slowed after a few wrong ones.
 */
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { neighbourhoodOf } from '../../kit/http/address-list.ts';
import { hashPassword, verifyPassword } from '../../kit/password.ts';
import { machineRandom } from '../../kit/random.ts';
import { createThrottle } from '../../kit/throttle.ts';
import type { KnownAccounts } from '../../store/accounts/known-accounts.ts';
import type { OwnerLogin, OwnerLogins } from '../../store/users/owner-login.ts';
import type { Caller } from '../authenticate.ts';

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
};

export function createIdentifyOwner({ owners, accounts, clock }: IdentifyOwnerDeps): IdentifyOwner {
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

  return async ({ username, password, from }) => {
    const email = username.trim();
    const counted = [`from ${neighbourhoodOf(from)}`, `name ${email.toLowerCase()}`];
    if (counted.some((key) => wrongPasswords.isOver(key))) return refused('logins_guessed');
    const owner = (await owners.ownerByEmail(email)) ?? (await nobody());
    const verdict = await verifyPassword(password, owner.passwordHash);
    if (verdict === 'busy') return refused('logins_guessed');
    const [accountId] = owner.accountIds;
    if (verdict === 'right' && !owner.secondFactor && accountId !== undefined) {
      const account = await accounts.byId(accountId);
      if (account?.active === true) return { kind: 'known', account };
    }
    for (const key of counted) wrongPasswords.note(key);
    return refused('login_refused');
  };
}

function refused(reason: FailureReason): Caller {
  return { kind: 'refused', refusal: refuse(reason) };
}
