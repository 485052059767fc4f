-- New days are made by a function of the tables' owner, so that the service's own role need not own them. Rows are
-- updated twice soon after they are written: room on their own page keeps indexes out of it. A day is not counted
-- before it has thousands of rows: a plan made for a handful reads them all, and is kept while they become many.

create function make_day(name text, from_id bigint, until_id bigint) returns void
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
         fillfactor = 70, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.1,
         autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_threshold = 10000,
         autovacuum_analyze_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 1)',
      parent || '_' || name, parent, from_id, until_id);
  end loop;
end
$$;
revoke execute on function make_day(text, bigint, bigint) from public;

-- A key that has ended opens nothing any more, and nobody needs to read it again.

alter table api_keys alter column key_sealed drop not null;
update api_keys set key_sealed = null where expires_at <= now();
comment on column api_keys.key_sealed is 'The key itself, encrypted, for its owner to see; null once it has ended';
