/** I10: what reports add up is what the messages and transfers say, at any moment. */
import { some, type Ask } from './evidence.ts';

/** Of days that have messages: those of other days are dropped. */
const USAGE = `
  with told as (
    select account_id, day, is_chat, operator_id, template_id, sender_id, state,
      messages, parts, price_micros, posted_micros
    from usage_sums
    union all
    select * from cancel_sums
    union all
    select account_id, day, is_chat, operator_id, template_id, sender_id, state,
      messages, parts, price_micros, posted_micros
    from cancel_changes
    union all
    select account_id, day, is_chat, operator_id, template_id, sender_id, state,
      messages, parts, price_micros, posted_micros
    from usage_changes c
    where batch_id is null or exists (
      select from batches b where b.account_id = c.account_id and b.id = c.batch_id
        and b.reserve_id = c.reserve_id and b.state = 2)
  ), is_so as (
    select account_id, (accepted_at at time zone 'Asia/Karachi')::date as day,
      alphabet = 3 as is_chat, operator_id, template_id, sender_id,
      case when state = 6 and reason = 'cancelled' then 9 else state end as state,
      1 as messages, parts, price_micros, posted_micros
    from messages m
    where tariff_id <> 0 and not exists (
      select from batches b where b.account_id = m.account_id and b.id = m.batch_id
        and b.state <> 2)
  )
  select account_id, day::text, state, sum(messages)::int as messages, sum(parts)::int as parts,
    sum(price_micros)::bigint as price, sum(posted_micros)::bigint as posted
  from (
    select * from told where day >= (select min(day) from is_so)
    union all
    select account_id, day, is_chat, operator_id, template_id, sender_id, state, -messages, -parts,
      -price_micros, -posted_micros from is_so
  ) as both_of_them
  group by account_id, day, is_chat, operator_id, template_id, sender_id, state
  having sum(messages) <> 0 or sum(parts) <> 0 or sum(price_micros) <> 0
    or sum(posted_micros) <> 0`;

const LEDGER = `
  select account_id, day::text, kind, sum(transfers)::int as transfers,
    sum(amount)::bigint as amount
  from (
    select account_id, day, kind, transfers, amount_micros as amount, change_micros as change
    from ledger_sums
    union all
    select account_id, day, kind, transfers, amount_micros, change_micros from ledger_changes
    union all
    select account_id, (created_at at time zone 'Asia/Karachi')::date, kind, -1, -amount_micros,
      case 'available' when debit then amount_micros when credit then -amount_micros else 0 end
    from transfers
  ) as all_of_them
  group by account_id, day, kind
  having sum(transfers) <> 0 or sum(amount) <> 0 or sum(change) <> 0`;

/** Sentences for sums that are too large or too small, with the difference. */
export async function findWrongSums(ask: Ask): Promise<readonly string[]> {
  return [
    ...some(await ask(USAGE), (row) => `I10: usage differs: ${JSON.stringify(row)}`),
    ...some(await ask(LEDGER), (row) => `I10: the ledger's sums differ: ${JSON.stringify(row)}`),
  ];
}
