/** What the database says, during the run and after it. */
import type pg from 'pg';

export type Backlog = {
  /** Queued for a number. */
  readonly line: number;
  /** Without a final state. */
  readonly open: number;
  /** Posts of the platform that are not processed yet. */
  readonly posts: number;
};

const BACKLOG = `
  select (select count(*) from queue)::int as line,
         (select count(*) from chat_messages where wait_until is not null)::int as open,
         (select count(*) from chat_events where due_at is not null)::int as posts`;

/** How much is waiting right now. */
export function readBacklog(client: pg.Client): Promise<Backlog> {
  return one<Backlog>(client, BACKLOG);
}

const BOOKS = `
  with ledger as (
    select coalesce(sum(micros), 0)::bigint as sum,
           coalesce(sum(micros) filter (where side = 'available'), 0)::bigint as available,
           coalesce(sum(micros) filter (where side = 'reserved'), 0)::bigint as reserved,
           coalesce(sum(micros) filter (where side = 'revenue'), 0)::bigint as revenue
    from transfers
    cross join lateral (values (credit, amount_micros), (debit, -amount_micros)) as t (side, micros)
    where account_id = $1
  ), chats as (
    select count(*)::int as messages,
           count(*) filter (where m.state = 4)::int as delivered,
           count(*) filter (where m.state < 3)::int as open,
           count(*) filter (where c.money = 2)::int as charged,
           count(*) filter (where c.read_at is not null)::int as read,
           coalesce(sum(m.posted_micros), 0)::bigint as posted
    from chat_messages c join messages m on m.account_id = c.account_id and m.id = c.id
    where c.account_id = $1
  )
  select messages, delivered, open, charged, read, sum, reserved,
         revenue - posted as unexplained,
         (select available_micros from balances where account_id = $1) - available as drift,
         (select count(*) from attempts where account_id = $1 and ambiguous)::int as ambiguous,
         (select count(*) from chat_events where error is not null)::int as failed_posts,
         (select count(*) from chat_replies where account_id = $1)::int as replies
  from ledger, chats`;

/** All for one account. Amounts are millionths of a rupee. */
export type Books = {
  readonly messages: number;
  readonly delivered: number;
  readonly open: number;
  readonly charged: number;
  readonly read: number;
  /** The sum of all ledger entries. */
  readonly sum: number;
  readonly reserved: number;
  /** Revenue that no message's price explains. */
  readonly unexplained: number;
  /** The balance minus the sum of its transfers. */
  readonly drift: number;
  /** Attempts whose answer was lost. */
  readonly ambiguous: number;
  readonly failed_posts: number;
  readonly replies: number;
};

/** Reads all of it, by account name. */
export async function readBooks(client: pg.Client, account: string): Promise<Books> {
  const { id } = await one<{ readonly id: number }>(
    client,
    'select id from accounts where name = $1',
    [account],
  );
  return one<Books>(client, BOOKS, [id]);
}

async function one<Row extends object>(
  client: pg.Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(sql, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing was found: ${sql}`);
  return row;
}
