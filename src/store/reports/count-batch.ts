import type { AccountId, BatchId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import type { BatchSpan } from '../../domain/message/kept-batch.ts';
import { stateOf, type MessageState } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type CountedBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly span: BatchSpan;
};

const COUNT_STATES = `
  select m.state, count(*) as messages from messages m
  where m.account_id = $1 and m.batch_id = $2 and m.id between $3 and $4
  group by m.state`;

/** How many messages of a batch are in which state: reads all of them, a second for a million. */
export async function countStates(
  reader: Reader,
  { accountId, id, span }: CountedBatch,
): Promise<ReadonlyMap<MessageState, number>> {
  type Row = { readonly state: number; readonly messages: number };
  const values = [accountId, id, span.firstMessage, span.lastMessage];
  const rows = await reader.read(plain<Row>('count-states', COUNT_STATES), values);
  return new Map(rows.map(({ state, messages }) => [stateOf(state), messages]));
}

const COUNT_QUEUED = `
  select count(*) as queued from queue q
  where q.account_id = $1 and q.message_id between $3 and $4
    and exists (select from messages m
                where m.account_id = q.account_id and m.id = q.message_id and m.batch_id = $2)`;

/** How many messages of a batch stand in the queue: never more than the queue holds. */
export async function countQueued(
  reader: Reader,
  { accountId, id, span }: CountedBatch,
): Promise<number> {
  const values = [accountId, id, span.firstMessage, span.lastMessage];
  const [row] = await reader.read(
    plain<{ readonly queued: number }>('count-queued', COUNT_QUEUED),
    values,
  );
  return row?.queued ?? 0;
}
