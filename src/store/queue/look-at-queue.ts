import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const COUNT_QUEUE = `select count(*) as messages from (select 1 from queue limit $1) as q`;

/** Messages in line, counted up to `most`. */
export async function countQueue(reader: Reader, most: number): Promise<number> {
  const [row] = await reader.read<{ readonly messages: number }>('count-queue', COUNT_QUEUE, [
    most,
  ]);
  return row?.messages ?? 0;
}

const HELD_LONG = `
  select account_id, message_id, link_id, attempt, lost_until from queue
  where node = $1 and epoch = $2 and due_at < to_timestamp($3::float8 / 1000)
  order by message_id
  limit 1000`;

export type HeldEntry = MessageKey & {
  readonly linkId: LinkId;
  readonly attempt: number;
  /** Its answer is lost: see `Outgoing`. */
  readonly lostUntilMs: number | undefined;
};

/** What a lease has held since before `beforeMs`. */
export async function listHeld(
  reader: Reader,
  lease: NodeLease,
  beforeMs: number,
): Promise<readonly HeldEntry[]> {
  type Row = {
    readonly account_id: number;
    readonly message_id: number;
    readonly link_id: number;
    readonly attempt: number;
    readonly lost_until: number | null;
  };
  const rows = await reader.read<Row>('held-long', HELD_LONG, [lease.slot, lease.epoch, beforeMs]);
  return rows.map((row) => ({
    accountId: row.account_id as AccountId,
    messageId: row.message_id as MessageId,
    linkId: row.link_id as LinkId,
    attempt: row.attempt,
    lostUntilMs: row.lost_until ?? undefined,
  }));
}
