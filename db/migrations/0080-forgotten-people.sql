-- People of an account who are to be forgotten: what is known of them goes in pieces, by a job.

create table forgettings (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  names text[] not null,
  digests text[] not null,
  below_id bigint not null,
  after_batch bigint not null default 0,
  after_row integer not null default 0,
  after_audit bigint not null default 0,
  messages bigint not null default 0,
  replies bigint not null default 0,
  asked_by text not null,
  asked_at timestamptz not null,
  look_at timestamptz,
  done_at timestamptz,
  primary key (account_id, id)
);
create index forgettings_open on forgettings (look_at) where done_at is null;
comment on table forgettings is 'People whom an account has forgotten, or is about to';
comment on column forgettings.names is
  'While it lasts, all names of the person: digits, ids of the chat platform, our own numbers; then none';
comment on column forgettings.digests is 'A keyed digest of each name, the one that was asked for first';
comment on column forgettings.below_id is 'Messages and replies from before it are meant';
comment on column forgettings.after_batch is 'With after_row and after_audit: how far was looked';
comment on column forgettings.messages is 'How many have been forgotten, as of replies';
comment on column forgettings.look_at is 'When it goes on: messages on their way are waited for';

comment on column messages.recipient is
  'Digits; below 0: see chat_people; below 1000: forgotten, what is left is the country';
