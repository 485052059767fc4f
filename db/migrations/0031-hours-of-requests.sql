-- Hours of the day that a request names: its messages leave inside them alone.

alter table queue add column hours integer;
comment on column queue.hours is
  'Null: at any time. Else ten thousand times the minute of the day from which it may leave, and the minute up to which';
alter table feeds add column hours integer;
comment on column feeds.hours is 'The same for the rest of a batch';
