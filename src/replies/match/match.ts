/**
 * Second stage: which account a reply belongs to. If only one account has the sender, that account;
 * if several share it, the account that last wrote to this phone from it; if none, it is kept for
 * staff.
 */
import { DAY_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { senderNamesOf, type KeptReply, type ReadReply } from '../../domain/reply/reply.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { findWriters, type Writers } from '../../features/replies/replies.sql.ts';

/** Finds the account of every reply, as of `nowMs`. */
export async function match(
  transaction: Transaction,
  replies: readonly ReadReply[],
  nowMs: number,
): Promise<readonly KeptReply[]> {
  const asked = replies.map(({ from, to }) => {
    const phone = readRecipient(from);
    return { names: senderNamesOf(to), recipient: phone.ok ? phone.number : undefined };
  });
  const sinceMs = nowMs - limit('replyMatchDays') * DAY_MS;
  const writers = await findWriters(transaction, asked, sinceMs);
  return replies.map((reply, index) => matchOne(reply, writers[index]));
}

/** Decides by who has the sender and who wrote last. */
export function matchOne(reply: ReadReply, writers: Writers | undefined): KeptReply {
  const accountId = writers?.owner ?? writers?.last?.accountId;
  if (writers === undefined || accountId === undefined) {
    return { ...reply, accountId: undefined, messageId: undefined };
  }
  const { name, last } = writers;
  const messageId = last?.accountId === accountId ? last.messageId : undefined;
  return { ...reply, to: name, accountId, messageId };
}
