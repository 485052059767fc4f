-- Campaigns that are read when their time comes, and campaigns that are sent again.

-- A state of its own: nodes of the version before read what is waiting at once.
alter table uploads drop constraint uploads_state_check;
alter table uploads add constraint uploads_state_check
  check (state in ('scheduled', 'waiting', 'reading', 'done', 'refused'));
alter table uploads add column read_at timestamptz;
comment on column uploads.read_at is 'Of one that is scheduled: nothing is read, judged or charged before';
create index uploads_scheduled on uploads (read_at) where state = 'scheduled';

alter table batches add column contacts jsonb;
comment on column batches.contacts is
  'Of one to contacts: their filter, the columns of its file, and the values as they were given';
alter table batches add column repeats bigint;
comment on column batches.repeats is 'The batch to whose recipients it was sent again';
alter table batches add column failed_repeated_by bigint;
comment on column batches.failed_repeated_by is
  'The batch by which those of its recipients that it failed to reach got it again: once';
