-- A link that takes nothing gives way to the next rule, what waits is timed from when it might first have left, and
-- links are compared with what is usual for them.

alter table queue add column since timestamptz;
comment on column queue.since is
  'When it might first have left, if it has been put back since: what is tried again does not become younger';
-- Holds what was put back alone: nothing of a message that is taken at once.
create index queue_since on queue (link_id, priority, since)
  where since is not null and node is null and lost_until is null;

alter table routes add column overflow_seconds integer check (overflow_seconds > 0);
comment on column routes.overflow_seconds is
  'It also carries while every better link that is up has more seconds of traffic waiting; null: only when they are down';

alter table link_leases
  add column usual_taken double precision not null default 0,
  add column usual_reported double precision not null default 0,
  add column usual_delivered double precision not null default 0;
comment on column link_leases.usual_taken is
  'Parts taken, final receipts, and those of them that say delivered, as of traffic_at; what is a week old counts half';
