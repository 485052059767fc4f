/** Last stage: what an account sees of its replies. */
import type { AccountId } from '../../domain/ids.ts';
import type { KeptReply } from '../../domain/reply/reply.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  listReplies as listStored,
  type ReplyFilter,
  type ReplyPlace,
} from '../../features/replies/replies.sql.ts';

/** A page of the list, newest first. */
export type ReplyPage = {
  readonly replies: readonly KeptReply[];
  /** Where the next page begins; undefined: there is none. */
  readonly next: ReplyPlace | undefined;
};

export type AskReplies = {
  /** Only older ones; undefined: start with the newest. */
  readonly before: ReplyPlace | undefined;
  readonly most: number;
  readonly filter: ReplyFilter;
};

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

/** Counts for the people who run the service. */
export type ReplyTallies = {
  /** Called after each commit with its results. */
  count(told: {
    /** Newly stored replies that belong to an account. */
    readonly matched: number;
    /** Belonging to no account: staff should look. */
    readonly unmatched: number;
    /** Handed over again, and recognised. */
    readonly repeated: number;
    /** Stored with parts missing. */
    readonly incomplete: number;
    /** Numbers that opted out or back in. */
    readonly applied: number;
  }): void;
};
