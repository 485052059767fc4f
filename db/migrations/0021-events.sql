-- What happened to what accounts sent, as events: written with the fact into an outbox, then numbered.

create table event_logs (
  account_id bigint primary key,
  next_number bigint not null default 1,
  recorded_until timestamptz not null,
  node smallint,
  epoch integer
);
comment on table event_logs is
  'Accounts whose events are recorded, and the node that numbers and delivers them: a lease by slot and epoch';
comment on column event_logs.recorded_until is
  'infinity while the account has a webhook; else some days after it last asked for its events';

create table event_outbox (
  account_id bigint not null,
  position bigint generated always as identity,
  at timestamptz not null,
  kind text not null,
  ids bigint[] not null,
  states smallint[],
  reasons text[],
  facts jsonb,
  primary key (account_id, position)
);
comment on table event_outbox is
  'Facts of one commit, all of one account and kind, that have no number yet. Later facts of one message have a higher position';
comment on column event_outbox.kind is 'message: the type follows from each state; else the type of all of them';

create table events (
  account_id bigint not null,
  first_number bigint not null,
  last_number bigint not null,
  at timestamptz not null,
  kind text not null,
  ids bigint[] not null,
  states smallint[],
  reasons text[],
  facts jsonb,
  primary key (account_id, first_number)
);
create index events_age on events (account_id, at);
comment on table events is
  'The same with numbers, from 1 without a gap for each account, in the order in which they were committed';
