/** What also holds for chat messages: their money, their single copy, and that they end. */
import { some, type Ask } from './evidence.ts';

/** Posted means charged in full; released and reserved mean not charged. */
const WRONG_MONEY = `
  select m.id, c.money, m.price_micros as price, m.posted_micros as posted
  from chat_messages c join messages m on m.account_id = c.account_id and m.id = c.id
  where (c.money in (2, 4)) <> (m.posted_micros = m.price_micros and m.price_micros > 0)
    and m.price_micros > 0
     or c.money in (1, 3) and m.posted_micros > 0
     or c.money in (2, 4) and m.price_micros > 0 and not exists (
       select from transfers t where t.account_id = m.account_id and t.id = m.settle_id
         and t.kind = 'post')`;

/** What has ended has no reservation, and nobody waits for it; for anything else somebody does. */
const WRONG_WAITING = `
  select m.id, m.state, c.money, c.wait_until
  from chat_messages c join messages m on m.account_id = c.account_id and m.id = c.id
  where (m.state > 2 and c.money = 1) or (m.state <= 2) <> (c.wait_until is not null)`;

const SILENT = `
  select m.id, m.state from messages m
  where m.alphabet = 3 and m.state in (3, 5, 6, 7) and m.reason is null`;

/** Nobody submits again what may already be there. */
const AGAIN = `
  select a.message_id as id, a.attempt from attempts a
  join messages m on m.account_id = a.account_id and m.id = a.message_id
  where m.alphabet = 3 and a.outcome in (1, 3) and exists (
    select from attempts b where b.account_id = a.account_id and b.message_id = a.message_id
      and b.attempt > a.attempt)`;

const WRONG_PRICES = `
  select m.id, m.price_micros as price, m.tariff_id as tariff
  from messages m join chat_messages c on c.account_id = m.account_id and c.id = m.id
  where m.tariff_id <> 0 and not exists (
    select from chat_tariffs t
    where t.id = m.tariff_id and t.category = c.category and t.price_micros = m.price_micros
      and t.valid_from <= m.accepted_at
      and (t.account_id is null or t.account_id = m.account_id))`;

/** A sentence for every violation. */
export async function findWrongChats(ask: Ask): Promise<readonly string[]> {
  type Row = { readonly id: number } & Readonly<Record<string, unknown>>;
  const find = async (sql: string, words: string): Promise<readonly string[]> =>
    some(await ask<Row>(sql), (row) => `${words}: ${JSON.stringify(row)}`);
  return [
    ...(await find(WRONG_MONEY, 'I2: the money of a chat message')),
    ...(await find(WRONG_WAITING, 'I1: a chat message that is waited for or not')),
    ...(await find(SILENT, 'I3: a chat message that came to nothing without a reason')),
    ...(await find(AGAIN, 'I4: a chat message submitted again after it may have been taken')),
    ...(await find(WRONG_PRICES, 'I3: a chat message priced by no tariff')),
  ];
}

/** A message at the simulated platform, by the id that we gave the attempt. */
export type HeardChat = { readonly callbackData: string };

/** I4 for chat messages: the platform has a single copy of each, whatever happened. */
export function findChatCopies(heard: readonly HeardChat[]): readonly string[] {
  const byUuid = Map.groupBy(heard, ({ callbackData }) => callbackData.split('.')[0] ?? '');
  const twice = [...byUuid].filter(([, copies]) => copies.length > 1);
  return some(twice, ([uuid, copies]) => `I4: ${copies.length} copies of ${uuid}`);
}
