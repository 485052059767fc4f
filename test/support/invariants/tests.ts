/** I9: what test keys send costs nothing and goes to nobody, and nothing else goes its way. */
import { some, type Ask } from './evidence.ts';

/** Of a test: a price, a transfer, a link to somebody, or a phone that could answer. */
const REAL = `
  select m.id, m.price_micros as price, m.posted_micros as posted, m.reserve_id as reserve
  from messages m
  where m.tariff_id = 0 and (
    m.price_micros <> 0 or m.posted_micros <> 0 or m.settle_id is not null or m.answerable
    or exists (select from transfers t where t.account_id = m.account_id and t.id = m.reserve_id)
    or exists (select from attempts a where a.account_id = m.account_id and a.message_id = m.id
                 and a.link_id >= 0)
    or exists (select from queue q where q.account_id = m.account_id and q.message_id = m.id
                 and q.link_id >= 0))`;

const NOWHERE = `
  select m.id from messages m
  where m.tariff_id <> 0 and (
    exists (select from attempts a where a.account_id = m.account_id and a.message_id = m.id
              and a.link_id < 0)
    or exists (select from queue q where q.account_id = m.account_id and q.message_id = m.id
                 and q.link_id < 0))`;

/** Sentences for tests that were real, and for real messages that were not. */
export async function findRealTests(ask: Ask): Promise<readonly string[]> {
  type Row = { readonly id: number } & Readonly<Record<string, unknown>>;
  return [
    ...some(await ask<Row>(REAL), (row) => `I9: a test was real: ${JSON.stringify(row)}`),
    ...some(await ask<Row>(NOWHERE), ({ id }) => `I9: message ${id} went to nobody`),
  ];
}
