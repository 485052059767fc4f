import type { AccountId } from '../../domain/ids.ts';
import {
  faultOfSenderName,
  looksLike,
  type Sender,
  type SenderRoute,
} from '../../domain/sender/sender.ts';
import { listSharedSenders } from '../../store/senders/list-senders.ts';
import { insertSender } from '../../store/senders/write-senders.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type AddSender = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly route: SenderRoute;
};

/**
 * Asks for a sender ID of one's own (seed section 1, "Sender routes"): a brand or a short code,
 * which wait for approval. Shared ones are every account's already.
 */
export async function addSender(admin: Admin, input: AddSender): Promise<Outcome<Sender>> {
  const { accountId, name, route } = input;
  const fault = faultOfSenderName(name) ?? faultOnRoute(name, route);
  if (fault !== undefined) return refuse('name', fault);
  return changeAccount(admin, { action: 'sender.add', accountId }, async (transaction) => {
    const shared = await listSharedSenders(transaction);
    if (shared.includes(name)) return refuse('name', 'is shared: every account may use it already');
    const like = shared.find((other) => looksLike(name, other));
    if (like !== undefined) return refuse('name', `is too like the shared name ${like}`);
    if (route === 'simple') {
      return refuse('route', `must not be simple: that is for shared names (${shared.join(', ')})`);
    }
    const wanted = { name, route, state: 'waiting' } as const;
    const sender = await insertSender(transaction, accountId, wanted, admin.clock.nowMs());
    if (sender === undefined) return refuse('name', 'is a sender of this account already');
    return changed(sender, wanted);
  });
}

function faultOnRoute(name: string, route: SenderRoute): string | undefined {
  const isNumber = /^\d+$/.test(name);
  if (route === 'short_code' && !isNumber) return 'of a short code must be digits';
  if (route === 'branded' && isNumber) return 'of a brand must hold a letter';
  return undefined;
}
