import type { AccountId } from '../../domain/ids.ts';
import { faultOfSenderName, type Sender, type SenderRoute } from '../../domain/sender/sender.ts';
import { listSharedSenders } from '../../store/senders/list-senders.ts';
import { insertSender } from '../../store/senders/write-senders.ts';
import { changeAccount, changed, refuse, type Desk, type Outcome } from '../desk.ts';

export type AddSender = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly route: SenderRoute;
};

/**
 * Asks for a sender ID (seed section 1, "Sender routes"): a shared name is approved instantly, a
 * brand and a short code wait for approval.
 */
export async function addSender(desk: Desk, input: AddSender): Promise<Outcome<Sender>> {
  const { accountId, name, route } = input;
  const fault = faultOfSenderName(name) ?? faultOnRoute(name, route);
  if (fault !== undefined) return refuse('name', fault);
  return changeAccount(desk, { action: 'sender.add', accountId }, async (transaction) => {
    const isShared = (await listSharedSenders(transaction)).includes(name);
    if (route === 'simple' && !isShared) return refuse('name', 'must be one of the shared names');
    if (route !== 'simple' && isShared) return refuse('name', 'is a shared name: route simple');
    const state = isShared ? 'approved' : 'waiting';
    const wanted = { name, route, state } as const;
    const sender = await insertSender(transaction, accountId, wanted, desk.clock.nowMs());
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
