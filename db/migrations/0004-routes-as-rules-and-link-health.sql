-- Routes are rules: each names whom it is for (null: everybody), what it costs us, and its share of
-- equals. An operator may be carried by another's routes. The node that holds a link says how it stands.

alter table routes
  alter column operator_id drop not null,
  add column category text check (category in ('transactional', 'promotional')),
  add column account_id bigint references accounts,
  add column cost_micros bigint not null default 0 check (cost_micros >= 0),
  add column weight smallint not null default 1 check (weight > 0);
comment on table routes is
  'Rules. Of those that match: the lowest priority, the more specific, the cheapest, a share by weight';
comment on column routes.cost_micros is 'What we pay the operator for a part';

alter table operators
  add column carried_by smallint references operators check (carried_by <> id);
comment on column operators.carried_by is
  'Its messages travel by the routes of that operator, and keep their own word in reports';

alter table link_leases
  add column state text not null default 'down'
    check (state in ('up', 'trying', 'down', 'needs_attention')),
  add column words text,
  add column since timestamptz not null default now();
comment on column link_leases.state is
  'As its holder judges it, written on change. Without a living holder the link is down, whatever stands here';
