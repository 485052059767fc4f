-- What accounts cancel is no failure in reports: of messages that are rejected with the reason `cancelled` it is counted
-- how many are to be taken from the rejected (6) and added to the cancelled (9). It has tables of its own, because nodes
-- of the version before read and add up usage_sums, and know no state 9.

create table cancel_sums (like usage_sums including indexes);
comment on table cancel_sums is
  'Like usage_sums, and to be added to it: what was cancelled less under rejected (6) and more under cancelled (9)';

create table cancel_changes (like usage_changes) with (
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
comment on table cancel_changes is 'What is to be added to cancel_sums';

-- Whoever is changing messages now has committed before the trigger is another: what it did is counted by the next
-- migration, and everything after this one by the trigger. Nobody waits for longer than this takes.
do $$
begin
  set local lock_timeout = '200ms';
  loop
    begin
      lock table messages in share row exclusive mode;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  set local lock_timeout = 0;
end
$$;

create or replace function count_changed_messages() returns trigger language plpgsql as $$
begin
  insert into public.usage_changes
  select account_id, (accepted_at at time zone 'Asia/Karachi')::date, alphabet = 3, operator_id, template_id,
         sender_id, state, sum(sign), sum(sign * parts), sum(sign * price_micros), sum(sign * posted_micros)
  from (select 1 as sign, * from made union all select -1, * from gone) as m
  where tariff_id <> 0
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(sign) <> 0 or sum(sign * parts) <> 0 or sum(sign * price_micros) <> 0 or sum(sign * posted_micros) <> 0;
  if exists (select from made where state = 6 and reason = 'cancelled') then
    insert into public.cancel_changes
    select account_id, (accepted_at at time zone 'Asia/Karachi')::date, alphabet = 3, operator_id, template_id,
           sender_id, t.state, sum(sign * t.times), sum(sign * t.times * parts), sum(sign * t.times * price_micros),
           sum(sign * t.times * posted_micros)
    from (select 1 as sign, * from made union all select -1, * from gone) as m
    cross join (values (6::smallint, -1), (9::smallint, 1)) as t (state, times)
    where tariff_id <> 0 and m.state = 6 and m.reason = 'cancelled'
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(sign) <> 0 or sum(sign * posted_micros) <> 0;
  end if;
  return null;
end
$$;

alter table webhooks add column older_secrets bytea[] not null default '{}',
  add column older_until timestamptz[] not null default '{}';
comment on column webhooks.older_secrets is 'Those before old_secret, each of which signs until its time in older_until';

alter table beginnings add column always_200 boolean not null default false;
comment on column beginnings.always_200 is 'Asked for at registration: programs written for older services read no refusal with another HTTP status';
