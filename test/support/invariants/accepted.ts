/** I1: whatever was accepted exists, is under way or ended, and ends. */
import { some, type Evidence } from './evidence.ts';

const UNKNOWN_IDS = `
  select t.id from unnest($1::bigint[]) as t (id)
  where not exists (
      select from messages m
      left join batches b on b.account_id = m.account_id and b.id = m.batch_id
      where m.id = t.id and (m.batch_id is null or b.state = 2))
    and not exists (select from batches b where b.id = t.id and b.state = 2)`;

const INCOMPLETE_BATCHES = `
  select b.id, b.recipients, count(m.id) as messages from batches b
  left join messages m on m.account_id = b.account_id and m.batch_id = b.id
  where b.state = 2 group by b.account_id, b.id, b.recipients
  having count(m.id) <> b.recipients`;

/** What a cancelled file's reader still writes is in no published batch: a job removes it. */
const OPEN_MESSAGES = `
  select m.id, m.state, m.reason, q.node, q.attempt
  from messages m left join queue q on q.account_id = m.account_id and q.message_id = m.id
  where m.state < 3
    and not exists (
      select from batches b
      where b.account_id = m.account_id and b.id = m.batch_id and b.state <> 2)`;

/**
 * A waiting message is queued, or still to be let into the queue; or it is a chat message whose
 * answer was lost.
 */
const FORGOTTEN = `
  select m.id from messages m
  where m.state = 1
    and not exists (
      select from chat_messages c
      where c.account_id = m.account_id and c.id = m.id and c.lost_at is not null)
    and not exists (
      select from queue q where q.account_id = m.account_id and q.message_id = m.id)
    and not exists (
      select from feeds f where f.account_id = m.account_id and f.batch_id = m.batch_id
        and m.position >= f.next_position)
    and not exists (
      select from batches b where b.account_id = m.account_id and b.id = m.batch_id
        and b.state <> 2)`;

const ENDED_IN_LINE = `
  select m.id, m.state from messages m
  join queue q on q.account_id = m.account_id and q.message_id = m.id
  where m.state > 1`;

type OpenMessage = {
  readonly id: number;
  readonly state: number;
  readonly reason: string | null;
  readonly node: number | null;
  readonly attempt: number | null;
};

/** A sentence for everything that was accepted and got lost. */
export async function findLost({ ask, okIds, isOver }: Evidence): Promise<readonly string[]> {
  type Id = { readonly id: number };
  const unknown = await ask<Id>(UNKNOWN_IDS, [okIds]);
  const incomplete = await ask<Id & { readonly recipients: number; readonly messages: number }>(
    INCOMPLETE_BATCHES,
  );
  const forgotten = await ask<Id>(FORGOTTEN);
  const open = isOver ? await ask<OpenMessage>(OPEN_MESSAGES) : [];
  const inLine = isOver ? await ask<Id & { readonly state: number }>(ENDED_IN_LINE) : [];
  return [
    ...some(unknown, ({ id }) => `I1: OK was answered for ${id}, which does not exist`),
    ...some(incomplete, ({ id, recipients, messages }) => {
      return `I1: batch ${id} has ${messages} messages of ${recipients}`;
    }),
    ...some(forgotten, ({ id }) => `I1: message ${id} waits and stands in no line`),
    ...some(open, ({ id, state, reason, node, attempt }) => {
      return `I1: message ${id} is still in state ${state} (${reason}, ${node}, try ${attempt})`;
    }),
    ...some(inLine, ({ id, state }) => `I1: message ${id} in state ${state} stands in line`),
  ];
}
