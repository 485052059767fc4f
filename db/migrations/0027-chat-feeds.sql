-- Large requests of chat messages are batches like others, which enter the queue after they were answered: in turns
-- that are reserved for them when they are published (decision 52).

-- Between one turn and the next there is room for every message of one request (limit recipientsPerRequest).
alter table queue alter column turn set increment by 131072;

alter table feeds
  alter column due_at drop not null,
  add column link_id integer,
  add column turn bigint,
  add column chat_due_at timestamptz,
  add constraint feeds_of_chat_check check (
    num_nulls(link_id, turn, chat_due_at) = case when due_at is null then 0 else 3 end);

comment on column feeds.link_id is 'Of chat messages: the number that they leave by';
comment on column feeds.turn is
  'Of chat messages: that of each is this and its position; whatever was accepted later has a higher one';
comment on column feeds.chat_due_at is
  'Of chat messages, in place of due_at: nodes of the version before would let them into the queue as texts';

-- The version before dissolved these batches when it published them.
insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id, node, epoch, created_at,
                     first_message, last_message, published_at)
select m.account_id, m.batch_id, 2, count(*), count(*), sum(m.price_micros), min(m.reserve_id), 0, 0,
       min(m.accepted_at), min(m.id), max(m.id), min(m.accepted_at)
from messages m
where m.batch_id is not null and m.alphabet = 3 and not exists (
  select from batches b where b.account_id = m.account_id and b.id = m.batch_id)
group by m.account_id, m.batch_id;
