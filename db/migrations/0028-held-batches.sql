-- Batches that are paused or cancelled, and the end of each as an event.

alter table batches
  add column hold text check (hold in ('pausing', 'paused', 'resuming', 'cancelling', 'cancelled')),
  add column held_at timestamptz,
  add column send_at timestamptz;
create index batches_held on batches (held_at) where hold is not null and hold <> 'cancelled';
comment on column batches.hold is
  'Null: it is sent. pausing, resuming, cancelling: a job is at its messages in the queue. Whoever takes one to send looks here';
comment on column batches.held_at is 'When hold was last asked for';
comment on column batches.send_at is 'Not before then, as its request says';

alter table uploads
  add column hold text check (hold in ('paused', 'cancelled'));
comment on column uploads.hold is 'What its batch is to be once it is published; cancelled (state refused): it never is';
