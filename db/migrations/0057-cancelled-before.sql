-- What was cancelled before the trigger counted it, of the messages that are kept. One statement, so that what is
-- cancelled meanwhile is either in what it reads or counted by the trigger after it, never both. Reads every message
-- that is kept, once, while the service goes on.
with counted_since as (
  delete from cancel_changes
), added_since as (
  delete from cancel_sums
)
insert into cancel_changes
select m.account_id, (m.accepted_at at time zone 'Asia/Karachi')::date, m.alphabet = 3, m.operator_id, m.template_id,
       m.sender_id, t.state, sum(t.times), sum(t.times * m.parts), sum(t.times * m.price_micros),
       sum(t.times * m.posted_micros)
from messages m
cross join (values (6::smallint, -1), (9::smallint, 1)) as t (state, times)
where m.state = 6 and m.reason = 'cancelled' and m.tariff_id <> 0
group by 1, 2, 3, 4, 5, 6, 7;
