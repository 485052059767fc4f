import { HOUR_MS } from '../../domain/durations.ts';
import type {
  AccountId,
  BatchId,
  MessageId,
  OperatorId,
  SenderId,
  TemplateId,
} from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** Messages of a large batch whose turn it is. */
export type FeedPiece = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  /** Where the piece after this one begins; undefined: this is the last. */
  readonly nextPosition: number | undefined;
  readonly messages: readonly {
    readonly id: MessageId;
    readonly operatorId: OperatorId;
    readonly senderId: SenderId;
    readonly templateId: TemplateId;
    readonly recipient: string;
    readonly expiresAtMs: number;
  }[];
};

const NEXT_FEED = `
  select account_id, batch_id, next_position, last_position, held_ms from feeds
  where due_at <= to_timestamp($1::float8 / 1000)
  order by next_position, batch_id
  limit 1
  for update skip locked`;

const FEED_MESSAGES = `
  select id, operator_id, sender_id, template_id, recipient, expires_at, position from messages
  where account_id = $1 and batch_id = $2 and position >= $3 and position < $3 + $4
  order by position`;

const ADVANCE_FEED = `
  update feeds set next_position = $3 where account_id = $1 and batch_id = $2`;

const END_FEED = `delete from feeds where account_id = $1 and batch_id = $2`;

type FeedRow = {
  readonly account_id: number;
  readonly batch_id: number;
  readonly next_position: number;
  readonly last_position: number;
  readonly held_ms: number;
};

type MessageRow = {
  readonly id: number;
  readonly operator_id: number;
  readonly sender_id: number;
  readonly template_id: number;
  readonly recipient: number;
  readonly expires_at: number;
};

/**
 * Locks the next `most` messages of the large batch that has had the fewest so far, so that batches
 * share the line: `advanceFeed` or `postponeFeed` then says what became of them. undefined when no
 * batch is due.
 */
export async function takeFeed(
  transaction: Transaction,
  ask: { readonly most: number; readonly atMs: number },
): Promise<FeedPiece | undefined> {
  const [feed] = await transaction.run(plain<FeedRow>('next-feed', NEXT_FEED), [ask.atMs]);
  if (feed === undefined) return undefined;
  const { account_id: account, batch_id: batch, next_position: from } = feed;
  const values = [account, batch, from, ask.most];
  const rows = await transaction.run(plain<MessageRow>('feed-messages', FEED_MESSAGES), values);
  const next = from + ask.most;
  return {
    accountId: account as AccountId,
    batchId: batch as BatchId,
    nextPosition: next > feed.last_position ? undefined : next,
    messages: rows.map((row) => ({
      id: row.id as MessageId,
      operatorId: row.operator_id as OperatorId,
      senderId: row.sender_id as SenderId,
      templateId: row.template_id as TemplateId,
      recipient: String(row.recipient),
      expiresAtMs: row.expires_at + feed.held_ms,
    })),
  };
}

/** Notes that a piece has entered the line. */
export async function advanceFeed(
  transaction: Transaction,
  { accountId, batchId, nextPosition }: FeedPiece,
): Promise<void> {
  const key = [accountId, batchId];
  if (nextPosition === undefined) await transaction.run(plain('end-feed', END_FEED), key);
  else await transaction.run(plain('advance-feed', ADVANCE_FEED), [...key, nextPosition]);
}

const POSTPONE_FEED = `
  update feeds set due_at = to_timestamp($3::float8 / 1000),
                   held_ms = greatest(held_ms, least(held_ms + $4::bigint, $5::bigint))
  where account_id = $1 and batch_id = $2`;

/**
 * Holds the rest of a batch back until `untilMs`; what that takes prolongs the validity of its
 * messages, up to the bound on held ones.
 */
export async function postponeFeed(
  transaction: Transaction,
  { accountId, batchId }: FeedPiece,
  when: { readonly untilMs: number; readonly atMs: number },
): Promise<void> {
  const waitMs = when.untilMs - when.atMs;
  const mostMs = limit('heldHours') * HOUR_MS;
  const values = [accountId, batchId, when.untilMs, waitMs, mostMs];
  await transaction.run(plain('postpone-feed', POSTPONE_FEED), values);
}
