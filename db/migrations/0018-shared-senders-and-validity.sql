-- How long messages of a template may wait; null: as their sender route says.
alter table templates
  add column validity_minutes integer check (validity_minutes between 1 and 1440);
comment on column templates.variables is
  'In order of first use: [{"name","type","maxLength","optional"}]; not optional when absent';

-- Shared names are every account's at once; the default short code is one of them.
alter table shared_senders
  add column route text not null default 'simple' check (route in ('simple', 'short_code'));
update shared_senders set route = 'short_code' where name ~ '^[0-9]+$';
insert into shared_senders (name, route) values ('8584', 'short_code') on conflict do nothing;
comment on table shared_senders is 'Sender IDs of every account; senders has a row of each for each';
insert into senders (account_id, name, route, state, decided_at)
select a.id, s.name, s.route, 'approved', now() from accounts a cross join shared_senders s
on conflict (account_id, name) do update set state = 'approved', decided_at = now()
  where senders.state = 'waiting' and senders.route = excluded.route;
update balances set version = version + 1;
