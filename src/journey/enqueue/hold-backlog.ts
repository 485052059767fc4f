import type { AccountId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hasHours } from '../../domain/policy/hours.ts';
import { markHeld } from '../../store/messages/move-messages.ts';
import { holdBack } from '../../store/queue/hold-back.ts';
import type { JourneyDeps } from '../deps.ts';

/**
 * When the hours of an account are over, all of it that waits for a link is held back together:
 * one by one it would stand in front of everybody else's messages.
 */
export async function holdBacklog(
  deps: Pick<JourneyDeps, 'db' | 'clock' | 'accounts'>,
  what: { readonly linkId: LinkId; readonly accountId: AccountId; readonly untilMs: number },
): Promise<void> {
  const { db, accounts, clock } = deps;
  const account = await accounts.byId(what.accountId);
  if (account === undefined) return;
  const templates = [...account.templates.values()];
  const senders = [...account.sendersById.values()];
  const backlog = {
    ...what,
    templateIds: templates.filter((it) => it.category === 'promotional').map(({ id }) => id),
    senderIds: senders.filter((it) => hasHours('promotional', it.route)).map(({ id }) => id),
  };
  const ask = { atMs: clock.nowMs(), most: limit('feedMessages') };
  let held: number;
  do {
    held = await db.transact(async (transaction) => {
      const ids = await holdBack(transaction, backlog, ask);
      const { accountId } = what;
      await markHeld(
        transaction,
        ids.map((messageId) => ({ accountId, messageId })),
      );
      return ids.length;
    });
  } while (held === ask.most);
}
