-- Numbers that people connect in the platform's dialogue, and business accounts that change hands.

create table chat_signups (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  actor text not null,
  state_hash text not null unique,
  begun_at timestamptz not null,
  used_at timestamptz,
  token_sealed bytea,
  businesses text[] not null default '{}',
  primary key (account_id, id)
);
create index chat_signups_age on chat_signups (begun_at);
comment on table chat_signups is
  'Dialogues in which people share a business account with the service''s app; for an hour each';
comment on column chat_signups.state_hash is 'What its browser must bring back, hashed';
comment on column chat_signups.used_at is 'When it was brought back: once';
comment on column chat_signups.token_sealed is 'What was granted, until a number is connected';
comment on column chat_signups.businesses is 'The platform''s ids of what was shared';

-- A node of the previous version refuses to connect new numbers while this one is rolled out.
alter table chat_businesses add column released_at timestamptz;
alter table chat_businesses drop constraint chat_businesses_platform_id_key;
create unique index chat_businesses_platform on chat_businesses (platform_id)
  where released_at is null;
create index chat_businesses_account on chat_businesses (account_id, platform_id);
comment on column chat_businesses.released_at is
  'Another account has connected it since this one had disconnected all its numbers';
