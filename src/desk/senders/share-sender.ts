import { faultOfSenderName, sharedRouteOf } from '../../domain/sender/sender.ts';
import { raiseAllAccountVersions } from '../../store/changes/raise-versions.ts';
import { findOwnerOfSender, listSharedSenders } from '../../store/senders/list-senders.ts';
import {
  grantSharedSenders,
  insertSharedSender,
  removeSharedSender,
} from '../../store/senders/write-senders.ts';
import { change, changed, refuse, type Desk, type Outcome } from '../desk.ts';

/**
 * Lets every account send by a name at once, also those that are made later: letters by the Simple
 * route, digits as a short code. Staff may still reject it for one account.
 */
export async function shareSender(desk: Desk, name: string): Promise<Outcome<void>> {
  const fault = faultOfSenderName(name);
  if (fault !== undefined) return refuse('name', fault);
  return change(desk, { action: 'sender.share' }, async (transaction) => {
    const owner = await findOwnerOfSender(transaction, name);
    if (owner !== undefined) return refuse('name', `is account ${owner}’s own`);
    const shared = { name, route: sharedRouteOf(name) };
    // First: an account that is being made meanwhile waits for it, or is given it below.
    await insertSharedSender(transaction, shared);
    await raiseAllAccountVersions(transaction);
    await grantSharedSenders(transaction, { name }, desk.clock.nowMs());
    return changed(undefined, shared);
  });
}

/** Takes a shared name away from every account: what waits under it is released. */
export async function unshareSender(desk: Desk, name: string): Promise<Outcome<void>> {
  return change(desk, { action: 'sender.unshare' }, async (transaction) => {
    const isShared = (await listSharedSenders(transaction)).includes(name);
    if (!isShared) return refuse('name', 'must be a shared name');
    await raiseAllAccountVersions(transaction);
    await removeSharedSender(transaction, name, desk.clock.nowMs());
    return changed(undefined, { name });
  });
}
