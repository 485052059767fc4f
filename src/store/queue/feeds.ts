import type {
  AccountId,
  BatchId,
  MessageId,
  OperatorId,
  SenderId,
  TemplateId,
} from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** Messages of a large batch that enter the line now. */
export type FeedPiece = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
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
  select account_id, batch_id, next_position, last_position from feeds
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
 * Takes the next `most` messages of the large batch that has had the fewest so far, so that batches
 * share the line. undefined when no batch waits.
 */
export async function takeFeed(
  transaction: Transaction,
  most: number,
): Promise<FeedPiece | undefined> {
  const [feed] = await transaction.run<FeedRow>('next-feed', NEXT_FEED, []);
  if (feed === undefined) return undefined;
  const { account_id: account, batch_id: batch, next_position: from } = feed;
  const values = [account, batch, from, most];
  const rows = await transaction.run<MessageRow>('feed-messages', FEED_MESSAGES, values);
  const next = from + most;
  if (next > feed.last_position) await transaction.run('end-feed', END_FEED, [account, batch]);
  else await transaction.run('advance-feed', ADVANCE_FEED, [account, batch, next]);
  return {
    accountId: account as AccountId,
    batchId: batch as BatchId,
    messages: rows.map((row) => ({
      id: row.id as MessageId,
      operatorId: row.operator_id as OperatorId,
      senderId: row.sender_id as SenderId,
      templateId: row.template_id as TemplateId,
      recipient: String(row.recipient),
      expiresAtMs: row.expires_at,
    })),
  };
}
