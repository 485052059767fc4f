-- The end of a batch as an event.

create table batch_ends (
  account_id bigint not null,
  batch_id bigint not null,
  look_at timestamptz not null,
  settled_position integer not null default 0,
  primary key (account_id, batch_id)
);
create index batch_ends_look on batch_ends (look_at);
comment on table batch_ends is
  'Published batches of accounts that record their events, until all of their messages have ended';
comment on column batch_ends.look_at is 'When its messages are looked at again';
comment on column batch_ends.settled_position is 'Its messages up to there have ended';
