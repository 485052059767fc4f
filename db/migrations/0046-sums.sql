-- What reports add up is counted by the commit that changes it: no report reads all the messages or transfers of an
-- account. A change is a row of its own, because a shared one would make commits wait for each other; a job adds the
-- changes up. Rows that are counted when this runs take a second or two a million, and nothing is written meanwhile.

-- Some commits write transfers first and some messages: whoever waited for one while holding the other would be in their way.
do $$
begin
  set local lock_timeout = '200ms';
  loop
    begin
      lock table messages, transfers in share row exclusive mode;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  set local lock_timeout = 0;
end
$$;

create table usage_sums (
  account_id bigint not null,
  day date not null,
  is_chat boolean not null,
  operator_id smallint not null,
  template_id bigint not null,
  sender_id integer not null,
  state smallint not null,
  messages bigint not null,
  parts bigint not null,
  price_micros bigint not null,
  posted_micros bigint not null,
  primary key (account_id, day, is_chat, operator_id, template_id, sender_id, state)
);
comment on table usage_sums is
  'What was accepted on each day of Pakistan, without tests, and the states it is in; with usage_changes. Outlives the messages';

create table usage_changes (like usage_sums) with (
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
alter table usage_changes add column batch_id bigint, add column reserve_id bigint;
comment on table usage_changes is 'What is to be added to usage_sums';
comment on column usage_changes.batch_id is 'A batch that was not published: it counts from then on';
comment on column usage_changes.reserve_id is 'The try at that batch: an upload that is read again has the same id';

create table ledger_sums (
  account_id bigint not null,
  day date not null,
  kind text not null,
  transfers bigint not null,
  amount_micros bigint not null,
  change_micros bigint not null,
  primary key (account_id, day, kind)
);
comment on table ledger_sums is
  'Transfers of each day of Pakistan by their kind, and what they did to the credit that is left; with ledger_changes';

create table ledger_changes (like ledger_sums) with (
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
comment on table ledger_changes is 'What is to be added to ledger_sums';

-- 0: the tariff of tests. 3: the alphabet of chat messages. 2: a batch that is published.
create function count_new_messages() returns trigger language plpgsql as $$
begin
  insert into public.usage_changes
  select account_id, day, is_chat, operator_id, template_id, sender_id, state, messages, parts, price_micros,
         posted_micros, case when batch_id is not null then
           (select b.id from public.batches b where b.account_id = s.account_id and b.id = s.batch_id and b.state <> 2)
         end, try_id
  from (
    select account_id, (accepted_at at time zone 'Asia/Karachi')::date as day, alphabet = 3 as is_chat, operator_id,
           template_id, sender_id, state, count(*) as messages, sum(parts) as parts,
           sum(price_micros) as price_micros, sum(posted_micros) as posted_micros, batch_id,
           case when batch_id is not null then reserve_id end as try_id
    from made where tariff_id <> 0
    group by 1, 2, 3, 4, 5, 6, 7, batch_id, try_id
  ) as s;
  return null;
end
$$;

create function count_changed_messages() returns trigger language plpgsql as $$
begin
  insert into public.usage_changes
  select account_id, (accepted_at at time zone 'Asia/Karachi')::date, alphabet = 3, operator_id, template_id,
         sender_id, state, sum(sign), sum(sign * parts), sum(sign * price_micros), sum(sign * posted_micros)
  from (select 1 as sign, * from made union all select -1, * from gone) as m
  where tariff_id <> 0
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(sign) <> 0 or sum(sign * parts) <> 0 or sum(sign * price_micros) <> 0 or sum(sign * posted_micros) <> 0;
  return null;
end
$$;

create function count_transfers() returns trigger language plpgsql as $$
begin
  insert into public.ledger_changes
  select account_id, (created_at at time zone 'Asia/Karachi')::date, kind, count(*), sum(amount_micros),
         sum(case when credit = 'available' then amount_micros
                  when debit = 'available' then -amount_micros else 0 end)
  from made
  group by 1, 2, 3;
  return null;
end
$$;

-- Statements name the table of a day or all of them, and only the triggers of what they name are called.
create function count_messages_of(name text) returns void language plpgsql as $$
begin
  execute format('create or replace trigger count_new after insert on public.%I referencing new table as made
                  for each statement execute function public.count_new_messages()', name);
  execute format('create or replace trigger count_changed after update on public.%I
                  referencing new table as made old table as gone
                  for each statement execute function public.count_changed_messages()', name);
end
$$;
revoke execute on function count_messages_of(text) from public;

create or replace function make_day(name text, from_id bigint, until_id bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  foreach parent in array array['messages', 'attempts', 'chat_messages'] loop
    continue when to_regclass(parent || '_' || name) is not null;
    execute format(
      'create table if not exists public.%I partition of public.%I for values from (%s) to (%s) with (
         fillfactor = 45, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.1,
         autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_threshold = 10000,
         autovacuum_analyze_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 1)',
      parent || '_' || name, parent, from_id, until_id);
    if parent = 'messages' then
      perform public.count_messages_of('messages_' || name);
    end if;
  end loop;
end
$$;

-- What reports add up of a day is in usage_sums already.
create or replace function drop_day(name text) returns text
  language plpgsql security definer set search_path = public, pg_temp
  -- Sessions that write plan by key alone (pool.ts); here a whole day is read, seven times as fast without.
  set enable_seqscan = on set work_mem = '64MB' as $$
declare
  messages_of text := 'messages_' || name;
  attempts_of text := 'attempts_' || name;
  chats_of text := 'chat_messages_' || name;
  held text;
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  if to_date(name, 'YYYYMMDD') > current_date - 7 then
    raise exception 'a day is kept for a week';
  end if;
  perform set_config('lock_timeout', '1s', true);
  -- Nothing of it may change while it is looked through.
  execute format('lock table only %I, %I, %I in share row exclusive mode',
                 messages_of, attempts_of, chats_of);
  execute format(
    'select case
       when exists (select from %1$I where state = 1) then ''it has messages that wait''
       when exists (select from queue q join %1$I m on m.account_id = q.account_id
                    and m.id = q.message_id) then ''it has messages in the queue''
       when exists (select from %2$I where money = 1) then ''money is reserved for its chat messages''
     end', messages_of, chats_of)
    into held;
  if held is not null then
    return held;
  end if;
  execute format('drop table %I, %I, %I', messages_of, attempts_of, chats_of);
  return null;
exception
  when lock_not_available then
    return 'it is being read';
  when undefined_table then
    return 'another node has dropped it';
end
$$;

do $$
declare
  child regclass;
begin
  perform count_messages_of('messages');
  for child in select inhrelid from pg_inherits where inhparent = 'messages'::regclass loop
    perform count_messages_of(relname) from pg_class where oid = child;
  end loop;
end
$$;
create trigger count_new after insert on transfers referencing new table as made
  for each statement execute function count_transfers();

-- One statement, so that a batch that is published meanwhile is in one of the two.
with counted as materialized (
  select m.account_id, (m.accepted_at at time zone 'Asia/Karachi')::date as day, m.alphabet = 3 as is_chat,
         m.operator_id, m.template_id, m.sender_id, m.state, count(*) as messages, sum(m.parts) as parts,
         sum(m.price_micros) as price_micros, sum(m.posted_micros) as posted_micros, b.id as batch_id, b.reserve_id
  from messages m
  left join batches b on b.account_id = m.account_id and b.id = m.batch_id and b.state <> 2
  where m.tariff_id <> 0
  group by 1, 2, 3, 4, 5, 6, 7, b.id, b.reserve_id
), later as (
  insert into usage_changes select * from counted where batch_id is not null
)
insert into usage_sums
select account_id, day, is_chat, operator_id, template_id, sender_id, state, sum(messages), sum(parts),
       sum(price_micros), sum(posted_micros)
from (
  select * from usage_days
  union all
  select account_id, day, is_chat, operator_id, template_id, sender_id, state, messages, parts, price_micros,
         posted_micros
  from counted where batch_id is null
) as counts
group by 1, 2, 3, 4, 5, 6, 7;
drop table usage_days;

insert into ledger_sums
select account_id, (created_at at time zone 'Asia/Karachi')::date, kind, count(*), sum(amount_micros),
       sum(case when credit = 'available' then amount_micros
                when debit = 'available' then -amount_micros else 0 end)
from transfers
group by 1, 2, 3;
