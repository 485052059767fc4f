-- What the chat platform says of a sending number: read daily, and when it reports a change.

create table chat_number_facts (
  account_id bigint not null references accounts (id),
  link_id integer not null references links (id),
  read_at timestamptz not null,
  quality text,
  messaging_limit text,
  throughput text,
  name text,
  name_status text,
  status text,
  is_on_phone boolean,
  primary key (account_id, link_id)
);
comment on table chat_number_facts is 'Sending numbers as the platform described them last';
comment on column chat_number_facts.messaging_limit is
  'The platform''s word: how many people its business may begin to write to in 24 hours';
comment on column chat_number_facts.is_on_phone is
  'It is used in the app on a phone, too, which makes it slower';

alter table chat_businesses add column numbers_read_at timestamptz;
alter table chat_businesses add column numbers_begun_at timestamptz;
comment on column chat_businesses.numbers_read_at is
  'When its numbers were read; null: never, or the platform has reported a change since';

alter table feeds add column is_spread boolean not null default false;
comment on column feeds.is_spread is
  'Only as much of it enters the queue as the platform''s limit of the day leaves';
