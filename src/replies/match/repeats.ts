/**
 * Which replies only repeat the last one. An operator that missed our acknowledgement repeats what
 * nothing has followed; a person answers two questions with the same "Yes", and writes STOP again
 * after START.
 */
import type { ReplyId } from '../../domain/ids.ts';
import type { KeptReply } from '../../domain/reply/reply.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { findLastReplies, type LastReply } from '../../features/replies/replies.sql.ts';

/**
 * Leaves out those of `suspects` whose account, phone and sender had the same content last, about
 * the same message. The replies are in the order they were heard.
 */
export async function leaveOutRepeats(
  transaction: Transaction,
  replies: readonly KeptReply[],
  suspects: ReadonlySet<ReplyId>,
): Promise<readonly KeptReply[]> {
  const asked = replies.filter(({ id }) => suspects.has(id));
  const known = await findLastReplies(transaction, asked);
  const last = new Map(known.map((it) => [threadOf(it), it]));
  return replies.filter((reply) => {
    const before = last.get(threadOf(reply));
    last.set(threadOf(reply), reply);
    return !suspects.has(reply.id) || before === undefined || !isSame(before, reply);
  });
}

function threadOf({ accountId, from, to }: LastReply): string {
  return JSON.stringify([accountId, from, to]);
}

function isSame(one: LastReply, other: LastReply): boolean {
  const isAlike = one.alphabet === other.alphabet && one.messageId === other.messageId;
  return isAlike && Buffer.from(one.octets).equals(other.octets);
}
