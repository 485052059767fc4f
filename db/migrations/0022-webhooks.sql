-- Where accounts have their events posted to, what is to be tried again, and what was answered.

create table webhooks (
  account_id bigint not null,
  id bigint not null,
  url text not null,
  description text not null,
  types text[] not null,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  state_reason text,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  delivered_number bigint not null,
  failures integer not null default 0,
  failing_since timestamptz,
  primary key (account_id, id)
);
comment on column webhooks.types is 'Types of events that it gets; none: all';
comment on column webhooks.secret is 'Sealed, for the webhook of this id';
comment on column webhooks.delivered_number is
  'Every event up to this number was delivered, or is not for it, or is in webhook_retries';
comment on column webhooks.failing_since is 'The first failure since the last success';

create table webhook_retries (
  account_id bigint not null,
  webhook_id bigint not null,
  number bigint not null,
  subject_id bigint,
  attempts smallint not null,
  due_at timestamptz not null,
  primary key (account_id, webhook_id, number)
);
comment on column webhook_retries.subject_id is
  'The message whose later events wait for this one; null: nothing waits, as it is delivered again';

create table webhook_attempts (
  account_id bigint not null,
  webhook_id bigint not null,
  id bigint generated always as identity,
  number bigint not null,
  type text not null,
  attempt smallint not null,
  at timestamptz not null,
  duration_ms integer not null,
  status smallint,
  answer text,
  error text,
  next_at timestamptz,
  primary key (account_id, webhook_id, id)
);
create index webhook_attempts_age on webhook_attempts (at);
comment on table webhook_attempts is 'Every attempt at a webhook. number 0: an event for trying out';
