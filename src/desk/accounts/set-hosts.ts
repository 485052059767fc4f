import { hostNameOf, isAtOrUnder, isReservedHost, isSharedHost } from '../../domain/host-name.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { raiseSettingsVersion } from '../../store/changes/raise-versions.ts';
import {
  deleteHost,
  insertHost,
  isRelatedToOthers,
  listHosts,
  type HostRecord,
} from '../../store/chat/hosts.ts';
import { changeAccount, changed, refuse, type Desk, type Outcome } from '../desk.ts';

export type AccountHost = {
  readonly accountId: AccountId;
  /** A domain: `messages.roshan.example`. */
  readonly host: string;
};

/** A domain that an account is to have. */
export type NewHost = AccountHost & {
  /** The service's own domain, which no account can have; '' when there is none. */
  readonly publicHost: string;
};

/**
 * Staff give an account a domain: from then on a request that comes in by it is refused with any
 * other account's key. Nobody checks here whose the domain is: a certificate, and with it a caller,
 * comes only where its owner points it at us.
 */
export async function addHost(desk: Desk, input: NewHost): Promise<Outcome<HostRecord>> {
  return add(desk, input, () => Promise.resolve(input.publicHost === hostNameOf(input.host)));
}

/**
 * The same by the holder of the account's key, who may not take what others may need: nothing under
 * the service's own domain or above it, nothing above or under what another account has, and no
 * domain under which everybody registers names.
 */
export async function claimHost(desk: Desk, input: NewHost): Promise<Outcome<HostRecord>> {
  const { accountId, publicHost } = input;
  const host = hostNameOf(input.host);
  if (isSharedHost(host)) return refuse('host', 'must be a domain of your own');
  return add(desk, input, async (transaction) => {
    const isOurs = isAtOrUnder(host, publicHost) || isAtOrUnder(publicHost, host);
    return isOurs || (await isRelatedToOthers(transaction, accountId, host));
  });
}

async function add(
  desk: Desk,
  { accountId, host: given }: AccountHost,
  isTaken: (transaction: Transaction) => Promise<boolean>,
): Promise<Outcome<HostRecord>> {
  const host = hostNameOf(given);
  if (host === '' || isReservedHost(host))
    return refuse('host', 'must be a domain such as messages.example.com');
  return changeAccount(desk, { action: 'account.host.add', accountId }, async (transaction) => {
    // Also keeps two who take domains at once from not seeing each other's.
    await raiseSettingsVersion(transaction);
    const own = await listHosts(transaction, accountId);
    const most = limit('accountHosts');
    if (own.length >= most) return refuse('host', `must be one of ${most} at most`);
    if (await isTaken(transaction)) return refuse('host', 'is taken');
    const added = await insertHost(transaction, accountId, host);
    return added === undefined ? refuse('host', 'is taken') : changed(added, { host });
  });
}

/** Takes a domain from an account: it serves every account again, as long as it points at us. */
export async function removeHost(desk: Desk, input: AccountHost): Promise<Outcome<string>> {
  const { accountId } = input;
  const host = hostNameOf(input.host);
  return changeAccount(desk, { action: 'account.host.remove', accountId }, async (transaction) => {
    await raiseSettingsVersion(transaction);
    const existed = host !== '' && (await deleteHost(transaction, accountId, host));
    if (!existed) return refuse('host', 'must be a domain of the account');
    return changed(host, { host });
  });
}
