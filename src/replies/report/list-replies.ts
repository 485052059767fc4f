/** Last stage: what an account sees of the replies to it. */
import type { AccountId } from '../../domain/ids.ts';
import type { KeptReply } from '../../domain/reply/reply.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  listReplies as listStored,
  type ReplyFilter,
  type ReplyPlace,
} from '../../store/replies.ts';

/** A page of the list, newest first. */
export type ReplyPage = {
  readonly replies: readonly KeptReply[];
  /** Where the next page begins; undefined: there is none. */
  readonly next: ReplyPlace | undefined;
};

export type AskReplies = {
  /** Older than this; undefined: from the newest on. */
  readonly before: ReplyPlace | undefined;
  readonly most: number;
  readonly filter: ReplyFilter;
};

/** The replies to an account. */
export async function listReplies(
  reader: Reader,
  accountId: AccountId,
  ask: AskReplies,
): Promise<ReplyPage> {
  const found = await listStored(reader, accountId, { ...ask, most: ask.most + 1 });
  const replies = found.slice(0, ask.most);
  const last = replies.at(-1);
  const next = found.length > ask.most ? last : undefined;
  return { replies, next: next && { receivedAtMs: next.receivedAtMs, id: next.id } };
}
