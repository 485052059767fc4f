import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { plain } from '../../kit/postgres/statement.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/**
 * By the index of what waits, so that what is held until the morning is not walked through. Link 0
 * stands for a route that was taken away.
 */
const waiting = (bound: string): string => `
  select counted.link_id, count(*) as messages from (
    select l.id as link_id
    from (select id from links union all select 0) as l, (values (0), (1)) as p (priority)
    cross join lateral (
      select 1 from queue q
      where q.link_id = l.id and q.node is null and q.priority = p.priority and ${bound}
      limit $1
    ) as q
    limit $1
  ) as counted
  group by counted.link_id`;

const COUNT_QUEUE = waiting('q.due_at <= to_timestamp($2::float8 / 1000)');
const COUNT_HELD = waiting('q.due_at > to_timestamp($2::float8 / 1000) and q.lost_until is null');

/** Messages in line, by the link that they wait for; links for which none waits are not there. */
export type WaitingByLink = ReadonlyMap<LinkId, number>;

/** Messages that wait for a link and are due by `dueByMs`, counted up to `most` in all. */
export function countQueue(reader: Reader, most: number, dueByMs: number): Promise<WaitingByLink> {
  return count(reader, 'count-queue', COUNT_QUEUE, [most, dueByMs]);
}

/** Messages, none of them lost, that are due later than `dueByMs`, counted up to `most`. */
export async function countHeld(reader: Reader, most: number, dueByMs: number): Promise<number> {
  return allWaiting(await count(reader, 'count-held', COUNT_HELD, [most, dueByMs]));
}

export function allWaiting(waiting: WaitingByLink): number {
  let messages = 0;
  for (const ofLink of waiting.values()) messages += ofLink;
  return messages;
}

async function count(
  reader: Reader,
  name: string,
  statement: string,
  values: readonly number[],
): Promise<WaitingByLink> {
  type Row = { readonly link_id: LinkId; readonly messages: number };
  const rows = await reader.read(plain<Row>(name, statement), values);
  return new Map(rows.map((row) => [row.link_id, row.messages]));
}

const COUNT_WAITING = `
  select count(*) as messages from (
    select 1 from queue
    where node is null and link_id = any ($2::int[]) and due_at <= to_timestamp($3::float8 / 1000)
    limit $1
  ) as q`;

/** Messages that wait for these links and are due by `dueByMs`, counted up to `most`. */
export async function countWaiting(
  reader: Reader,
  links: readonly LinkId[],
  { most, dueByMs }: { readonly most: number; readonly dueByMs: number },
): Promise<number> {
  type Row = { readonly messages: number };
  const values = [most, numberList(links), dueByMs];
  const [row] = await reader.read(plain<Row>('count-waiting', COUNT_WAITING), values);
  return row?.messages ?? 0;
}

const COUNT_OF_ACCOUNT = `
  select count(*) as messages from (
    select 1 from queue where account_id = $2 and node is null limit $1
  ) as q`;

/** Messages of an account that wait for any link, counted up to `most`. */
export async function countOfAccount(
  reader: Reader,
  accountId: AccountId,
  most: number,
): Promise<number> {
  type Row = { readonly messages: number };
  const [row] = await reader.read(plain<Row>('count-of-account', COUNT_OF_ACCOUNT), [
    most,
    accountId,
  ]);
  return row?.messages ?? 0;
}

/** The message is looked up for each entry: a join would let the planner read all messages. */
const COUNT_OF_SENDER = `
  select count(*) as messages, count(distinct account_id) as accounts from (
    select q.account_id
    from queue q
    cross join lateral (
      select sender_id from messages where account_id = q.account_id and id = q.message_id limit 1
    ) as m
    join senders s on s.account_id = q.account_id and s.id = m.sender_id and s.name = $2
    where q.node is null
    limit $1
  ) as found`;

/** Messages under a sender name that wait, counted up to `most`, and of how many accounts. */
export async function countOfSender(
  reader: Reader,
  name: string,
  most: number,
): Promise<{ readonly messages: number; readonly accounts: number }> {
  type Row = { readonly messages: number; readonly accounts: number };
  const [row] = await reader.read(plain<Row>('count-of-sender', COUNT_OF_SENDER), [most, name]);
  return row ?? { messages: 0, accounts: 0 };
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
  const rows = await reader.read(plain<Row>('held-long', HELD_LONG), [
    lease.slot,
    lease.epoch,
    beforeMs,
  ]);
  return rows.map((row) => ({
    accountId: row.account_id as AccountId,
    messageId: row.message_id as MessageId,
    linkId: row.link_id as LinkId,
    attempt: row.attempt,
    lostUntilMs: row.lost_until ?? undefined,
  }));
}
