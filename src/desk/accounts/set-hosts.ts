import { hostNameOf } from '../../domain/host-name.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { raiseSettingsVersion } from '../../store/changes/raise-versions.ts';
import { deleteHost, insertHost, listHosts } from '../../store/chat/hosts.ts';
import { changeAccount, changed, refuse, type Desk, type Outcome } from '../desk.ts';

export type AccountHost = {
  readonly accountId: AccountId;
  /** A domain: `messages.roshan.example`. */
  readonly host: string;
};

/**
 * Gives an account a domain of its own: from then on a request that comes in by it is refused with
 * any other account's key. Nobody checks here whose the domain is: a certificate, and with it a
 * caller, comes only where its owner points it at us.
 */
export async function addHost(desk: Desk, input: AccountHost): Promise<Outcome<string>> {
  const { accountId } = input;
  const host = hostNameOf(input.host);
  if (host === '') return refuse('host', 'must be a domain such as messages.example.com');
  return changeAccount(desk, { action: 'account.host.add', accountId }, async (transaction) => {
    await raiseSettingsVersion(transaction);
    const own = await listHosts(transaction, accountId);
    const most = limit('accountHosts');
    if (own.length >= most) return refuse('host', `must be one of ${most} at most`);
    if (!(await insertHost(transaction, accountId, host))) return refuse('host', 'is taken');
    return changed(host, { host });
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
