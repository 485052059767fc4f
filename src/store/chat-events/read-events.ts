import type { Reader } from '../../kit/postgres/pool.ts';

/** How far the posts of the platform's webhook are worked off. */
export type EventBacklog = {
  readonly waiting: number;
  /** When the oldest of those came (milliseconds since 1970); null: none waits. */
  readonly oldestAtMs: number | null;
  /** Given up after several tries: for people. */
  readonly failed: number;
};

const READ_BACKLOG = `
  select count(*) filter (where due_at is not null)::int as waiting,
         min(received_at) filter (where due_at is not null) as "oldestAtMs",
         count(*) filter (where due_at is null)::int as failed
  from chat_events where due_at is not null or error is not null`;

/** How many posts wait, and how many could not be worked off. */
export async function readEventBacklog(reader: Reader): Promise<EventBacklog> {
  const [row] = await reader.read<EventBacklog>('read-chat-backlog', READ_BACKLOG, []);
  return row ?? { waiting: 0, oldestAtMs: null, failed: 0 };
}

/** A post that could not be worked off. */
export type FailedEvent = {
  readonly id: number;
  readonly accountId: number;
  readonly businessId: number;
  readonly receivedAtMs: number;
  readonly tries: number;
  readonly error: string;
  /** null: it will not be tried again. */
  readonly dueAtMs: number | null;
};

const LIST_FAILED = `
  select id, account_id as "accountId", business_id as "businessId",
         received_at as "receivedAtMs", tries, error, due_at as "dueAtMs"
  from chat_events where error is not null
  order by id desc limit $1`;

/** Posts with an error, the youngest first. */
export async function listFailedEvents(
  reader: Reader,
  most: number,
): Promise<readonly FailedEvent[]> {
  return reader.read<FailedEvent>('list-failed-chat-events', LIST_FAILED, [most]);
}
