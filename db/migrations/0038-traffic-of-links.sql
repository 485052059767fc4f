-- What links carried in the last minutes, for staff.

alter table link_leases
  add column traffic jsonb,
  add column traffic_at timestamptz;
comment on column link_leases.traffic is
  'Of each of the last periods up to traffic_at, how many parts the operator took and how many failed';
