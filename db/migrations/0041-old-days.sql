-- Old days are dropped by a function of the tables' owner. What reports add up is kept, in the same transaction: a
-- message counts either in its day or in usage_days, never in both.

create table usage_days (
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
comment on table usage_days is
  'What was sent on days whose messages have been dropped, without tests. day: of Pakistan, as for the messages of a day';

create function drop_day(name text) returns text
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
  -- Nothing of it may change while it is added up.
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
  -- 0: the tariff of tests. 3: the alphabet of chat messages.
  execute format(
    'insert into usage_days as u (account_id, day, is_chat, operator_id, template_id, sender_id, state,
                                  messages, parts, price_micros, posted_micros)
     select account_id, (accepted_at at time zone ''Asia/Karachi'')::date, alphabet = 3, operator_id,
            template_id, sender_id, state, count(*), sum(parts), sum(price_micros), sum(posted_micros)
     from %I
     where tariff_id <> 0
     group by 1, 2, 3, 4, 5, 6, 7
     on conflict (account_id, day, is_chat, operator_id, template_id, sender_id, state) do update
     set messages = u.messages + excluded.messages, parts = u.parts + excluded.parts,
         price_micros = u.price_micros + excluded.price_micros,
         posted_micros = u.posted_micros + excluded.posted_micros', messages_of);
  execute format('drop table %I, %I, %I', messages_of, attempts_of, chats_of);
  return null;
exception
  when lock_not_available then
    return 'it is being read';
  when undefined_table then
    return 'another node has dropped it';
end
$$;
revoke execute on function drop_day(text) from public;
