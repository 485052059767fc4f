-- What webhooks answered is kept by the day and dropped with it: a million rows a day cannot be deleted one by one.
-- The table that was is the first partition, under its own name: nodes of the version before go on writing to it and
-- deleting from it, and see nothing of the days (they delete by ctid, which is unique in one table alone). It is read
-- once while this runs, a second for some million rows, and nothing is written to it meanwhile.

lock table webhook_attempts in access exclusive mode;

create sequence webhook_delivery_order;
select setval('webhook_delivery_order', nextval(pg_get_serial_sequence('webhook_attempts', 'id')));
-- A partition must not have an identity of its own.
alter table webhook_attempts alter id drop identity;
alter table webhook_attempts alter id set default nextval('webhook_delivery_order');

create table webhook_deliveries (
  account_id bigint not null,
  webhook_id bigint not null,
  id bigint not null,
  number bigint not null,
  type text not null,
  attempt smallint not null,
  at timestamptz not null,
  duration_ms integer not null,
  status smallint,
  answer text,
  error text,
  next_at timestamptz,
  primary key (account_id, webhook_id, id)
) partition by range (id);
alter sequence webhook_delivery_order owned by webhook_deliveries.id;
comment on table webhook_deliveries is
  'Every attempt at a webhook. The id carries the second of `at`, so a partition is a day. Of type webhook.test: an id in place of the number of an event';

-- Its ids are counted from 1. Those of days begin a day after the first second that an id can carry (kit/ids.ts).
alter table webhook_deliveries attach partition webhook_attempts
  for values from (minvalue) to (362387865600);
comment on table webhook_attempts is 'Attempts of the version before, until they are forgotten';
-- The days get it, not what is there.
create index webhook_deliveries_event on only webhook_deliveries (account_id, number);

create or replace function make_day(name text, from_id bigint, until_id bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  foreach parent in array array['messages', 'attempts', 'chat_messages', 'webhook_deliveries'] loop
    continue when to_regclass(parent || '_' || name) is not null;
    -- What webhooks answered is never updated.
    execute format(
      'create table if not exists public.%I partition of public.%I for values from (%s) to (%s) with (
         fillfactor = %s, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.1,
         autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_threshold = 10000,
         autovacuum_analyze_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 1)',
      parent || '_' || name, parent, from_id, until_id,
      case when parent = 'webhook_deliveries' then 100 else 45 end);
    if parent = 'messages' then
      perform public.count_messages_of('messages_' || name);
    end if;
  end loop;
end
$$;

create function drop_deliveries(name text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  if to_date(name, 'YYYYMMDD') > current_date - 2 then
    return 'by the clock of the server it is too young';
  end if;
  perform set_config('lock_timeout', '1s', true);
  execute format('drop table %I', 'webhook_deliveries_' || name);
  return null;
exception
  when lock_not_available then
    return 'it is being read';
  when undefined_table then
    return 'another node has dropped it';
end
$$;
revoke execute on function drop_deliveries(text) from public;

-- The days that messages have room for, so that the first node of this version finds them.
do $$
declare
  it record;
begin
  for it in
    select right(c.relname, 8) as name,
           substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''(\d+)''\)')::bigint as from_id,
           substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(\d+)''\)')::bigint as until_id
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'messages'::regclass
      and c.relname between 'messages_' || to_char(current_date - 1, 'YYYYMMDD') and 'messages_99999999'
  loop
    perform make_day(it.name, it.from_id, it.until_id);
  end loop;
end
$$;
