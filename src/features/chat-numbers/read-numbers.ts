/** Reads what the chat platform says of an account's sending numbers. */
import { whyBlocked } from '../../domain/chat/platform.ts';
import type { AccountId } from '../../domain/ids.ts';
import { noteBlocked, noteReading, recordFacts } from '../../store/chat/number-facts.ts';
import { listNumbers } from '../../store/chat/numbers.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import { raiseSettingsVersion } from '../../store/nodes/versions.ts';
import { refuseBy, type ChatAdmin, type ChatOutcome } from './chat-admin.ts';
import { findAccess } from './find-access.ts';

/**
 * Records quality, limits, names and states of a business account's numbers, and what keeps it
 * from sending. What makes a number slower or faster holds from then on.
 */
export async function readNumbers(
  admin: ChatAdmin,
  { accountId, business }: { readonly accountId: AccountId; readonly business: string },
): Promise<ChatOutcome<number>> {
  const opened = await findAccess(admin, accountId, business);
  if (!opened.ok) return opened;
  const { access, business: own } = opened.value;
  const listed = await admin.platform.describeNumbers(access);
  if (listed.kind !== 'done') return refuseBy(listed, 'business');
  const health = await admin.platform.readHealth(access);
  const atMs = admin.clock.nowMs();
  const read = await admin.transact(async (transaction) => {
    // Whoever changes the account's numbers holds it, too, and then the settings.
    await lockFunds(transaction, [accountId], atMs);
    const numbers = await listNumbers(transaction, { accountId });
    let count = 0;
    let isFaster = false;
    for (const { id: linkId, businessId, config } of numbers) {
      const facts = listed.value.find(({ id }) => id === config['phoneNumberId'])?.facts;
      if (businessId !== own.id || facts === undefined) continue;
      const changes = await recordFacts(transaction, { ...facts, accountId, linkId, atMs });
      isFaster ||= changes;
      count += 1;
    }
    const { id } = own;
    if (health.kind === 'done') {
      await noteBlocked(transaction, { accountId, id, words: whyBlocked(health.value) });
    }
    await noteReading(transaction, { accountId, id, atMs });
    // Links are opened anew by what they may now send.
    if (isFaster) await raiseSettingsVersion(transaction);
    return count;
  });
  return { ok: true, value: read };
}
