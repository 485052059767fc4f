/**
 * Third stage: a person who writes STOP hears nothing more, from this very commit on. The change is
 * made as staff would make it: the account's version is raised, so that it holds for what waits
 * already, and a line is written for the audit.
 */
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertAudit } from '../../store/audit.ts';
import { raiseAccountVersion } from '../../store/versions.ts';
import { deleteOptout, insertOptout, readOptouts } from '../../store/suppressions.ts';
import type { KeptReply } from '../../domain/reply/reply.ts';
import { foldRequests, type HeardOptout, type OptoutChange } from './fold-requests.ts';

/** Where the wish was heard, and who changed it. */
const SOURCE = 'reply';

/** Heeds the wishes among replies, in their order; gives how many numbers it changed. */
export async function applyOptouts(
  transaction: Transaction,
  replies: readonly KeptReply[],
  nowMs: number,
): Promise<number> {
  const wishes = replies.flatMap(wishOf);
  if (wishes.length === 0) return 0;
  const changes = foldRequests(wishes, await readOptouts(transaction, wishes));
  const accounts = [...new Set(changes.map(({ accountId }) => accountId))];
  // Balances first and in the order of ids, as every group does.
  for (const accountId of accounts.toSorted((a, b) => a - b)) {
    await raiseAccountVersion(transaction, accountId);
  }
  await Promise.all(changes.map((change) => write(transaction, change, nowMs)));
  return changes.length;
}

/** Of nobody's reply, and of a sender that is no phone, nothing is asked. */
function wishOf({ accountId, wish, from }: KeptReply): readonly HeardOptout[] {
  const phone = readRecipient(from);
  if (accountId === undefined || wish === undefined || !phone.ok) return [];
  return [{ accountId, recipient: phone.number, wish }];
}

async function write(
  transaction: Transaction,
  { accountId, recipient, scope }: OptoutChange,
  nowMs: number,
): Promise<void> {
  if (scope === undefined) {
    const line = { actor: SOURCE, action: 'optout.remove', detail: { recipient } };
    const removed = deleteOptout(transaction, accountId, recipient);
    await Promise.all([removed, insertAudit(transaction, accountId, line, nowMs)]);
    return;
  }
  const optout = { recipient, scope, source: SOURCE };
  const line = { actor: SOURCE, action: 'optout.add', detail: optout };
  const added = insertOptout(transaction, accountId, optout, nowMs);
  await Promise.all([added, insertAudit(transaction, accountId, line, nowMs)]);
}
