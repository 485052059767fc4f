import { faultOfSenderName, looksLike, sharedRouteOf } from '../../domain/sender/sender.ts';
import { raiseAllAccountVersions } from '../../store/changes/raise-versions.ts';
import { listLikeSenders, listSharedSenders } from '../../store/senders/list-senders.ts';
import {
  grantSharedSenders,
  insertSharedSender,
  removeSharedSender,
} from '../../store/senders/write-senders.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/**
 * Lets every account send by a name at once, also those that are made later: letters by the Simple
 * route, digits as a short code. Staff may still reject it for one account.
 */
export async function shareSender(admin: Admin, name: string): Promise<Outcome<void>> {
  const fault = faultOfSenderName(name);
  if (fault !== undefined) return refuse('name', fault);
  return change(admin, { action: 'sender.share' }, async (transaction) => {
    const [own] = await listLikeSenders(transaction, name);
    if (own !== undefined) {
      return refuse('name', `is account ${own.accountId}’s own, or too like it: ${own.name}`);
    }
    const others = (await listSharedSenders(transaction)).filter((other) => other !== name);
    const like = others.find((other) => looksLike(name, other));
    if (like !== undefined) return refuse('name', `is too like the shared name ${like}`);
    const shared = { name, route: sharedRouteOf(name) };
    // First: an account that is being made meanwhile waits for it, or is given it below.
    await insertSharedSender(transaction, shared);
    await raiseAllAccountVersions(transaction);
    await grantSharedSenders(transaction, { name }, admin.clock.nowMs());
    return changed(undefined, shared);
  });
}

/** Takes a shared name away from every account: what waits under it is released. */
export async function unshareSender(admin: Admin, name: string): Promise<Outcome<void>> {
  return change(admin, { action: 'sender.unshare' }, async (transaction) => {
    const isShared = (await listSharedSenders(transaction)).includes(name);
    if (!isShared) return refuse('name', 'This name is not shared');
    await raiseAllAccountVersions(transaction);
    await removeSharedSender(transaction, name, admin.clock.nowMs());
    return changed(undefined, { name });
  });
}
