import type { Account, AccountKey } from '../../domain/account/account.ts';
import type { FileOrder } from './accept-file.ts';

/**
 * Whether what a file was judged by still holds in a newer snapshot of its account: then an opt-out
 * or added credit does not make it be read again. A caller whose key or address list has changed
 * must authenticate anew.
 */
export function stillHolds(order: FileOrder, fresh: Account): boolean {
  const { account, sender, template } = order;
  const now = {
    sender: fresh.sendersById.get(sender.id),
    template: fresh.templates.get(template.id),
  };
  return (
    fresh.active === account.active &&
    fresh.verified === account.verified &&
    fresh.fixedContent === account.fixedContent &&
    fresh.mnpCoverage === account.mnpCoverage &&
    fresh.mnpOption === account.mnpOption &&
    fresh.lookalikes === account.lookalikes &&
    isAlike(fresh.ipList, account.ipList) &&
    account.keys.every((key) => fresh.keys.some((other) => isSameKey(key, other))) &&
    isAlike(now.sender, sender) &&
    isAlike(now.template, template)
  );
}

function isSameKey(key: AccountKey, other: AccountKey): boolean {
  return key.hash === other.hash && key.expiresAtMs === other.expiresAtMs;
}

/** Plain data of one shape. */
function isAlike(some: unknown, other: unknown): boolean {
  return JSON.stringify(some) === JSON.stringify(other);
}
