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
