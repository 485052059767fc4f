-- A message is updated twice soon after it is written. With 30 % of a page left free every fourth update found no
-- room on its page and wrote both indexes again; with 55 % none does, and table and indexes together are smaller.

create or replace function make_day(name text, from_id bigint, until_id bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  foreach parent in array array['messages', 'attempts', 'chat_messages'] loop
    execute format(
      'create table if not exists public.%I partition of public.%I for values from (%s) to (%s) with (
         fillfactor = 45, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.1,
         autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_threshold = 10000,
         autovacuum_analyze_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 1)',
      parent || '_' || name, parent, from_id, until_id);
  end loop;
end
$$;
