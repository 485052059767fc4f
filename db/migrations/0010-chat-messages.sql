-- What only chat messages have, what the platform tells us about them, and what its users write.

create table chat_messages (
  account_id bigint,
  id bigint,
  link_id integer not null,
  category text not null check (category in ('marketing', 'utility', 'authentication', 'free_form')),
  money smallint not null default 1 check (money between 1 and 4),
  wait_until timestamptz,
  lost_at timestamptz,
  heard_at timestamptz,
  heard_key text,
  failed_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  billable boolean,
  pricing jsonb,
  error_code integer,
  primary key (account_id, id)
) partition by range (id);
create index chat_messages_waiting on chat_messages (wait_until) where wait_until is not null;
comment on table chat_messages is
  'Beside each row of messages whose alphabet is chat. The only word on what may still move of its money';
comment on column chat_messages.money is
  '1 reserved, 2 posted, 3 released, 4 posted and refunded. Only ever rises; whoever raises it writes the transfer';
comment on column chat_messages.wait_until is
  'Until then a word of the platform is waited for; null: the last one is known';
comment on column chat_messages.lost_at is
  'The answer to its attempt was lost. It has left the line for good: nobody submits it again';
comment on column chat_messages.heard_at is 'When the platform first said anything of it';
comment on column chat_messages.heard_key is
  'How the platform called it then: where the answer to its attempt is lost, nothing else tells';
comment on column chat_messages.billable is 'What the first status with a price said; null: none has';

create table chat_events (
  account_id bigint not null,
  id bigint generated always as identity,
  business_id integer not null,
  hash bytea not null,
  raw bytea not null,
  received_at timestamptz not null,
  due_at timestamptz,
  tries smallint not null default 0,
  error text,
  primary key (account_id, id),
  unique (account_id, business_id, hash)
);
create index chat_events_due on chat_events (due_at, id) where due_at is not null;
create index chat_events_age on chat_events (received_at);
create index chat_events_failed on chat_events (id) where error is not null;
comment on table chat_events is
  'Posts of the platform''s webhook as they came, each once. Worked off when due_at is null';
comment on column chat_events.error is 'Why it could not be worked off; with due_at null: it will not be tried again';

create table chat_statuses (
  account_id bigint not null,
  id bigint generated always as identity,
  link_id integer not null,
  operator_key text not null,
  status text not null,
  kind text not null check (kind in ('orphan', 'contradiction', 'unknown_word')),
  message_id bigint,
  at timestamptz not null,
  word jsonb not null,
  received_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, link_id, operator_key, status)
);
create index chat_statuses_orphans on chat_statuses (link_id, operator_key) where kind = 'orphan';
create index chat_statuses_age on chat_statuses (received_at);
comment on table chat_statuses is
  'Statuses that did not simply move their message: of messages that are not known, contradicting, of unknown words';

create table chat_windows (
  account_id bigint,
  link_id integer,
  user_key text,
  inbound_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, link_id, user_key)
);
comment on table chat_windows is
  'When a user last wrote to a number, by the platform''s clock; a row for each name of the user: digits, the platform''s id';
comment on column chat_windows.closed_at is 'The platform said that it is closed; a later inbound message opens it again';

create table chat_users (
  account_id bigint,
  user_key text,
  recipient bigint not null,
  seen_at timestamptz not null,
  primary key (account_id, user_key)
);
create index chat_users_recipient on chat_users (account_id, recipient);
comment on table chat_users is
  'Other names of our recipients on the platform, learnt from what it tells: its id of a user who hides the number, a number that it writes otherwise';

create table chat_replies (
  account_id bigint,
  id bigint,
  link_id integer not null,
  operator_key text not null,
  user_key text not null,
  phone text,
  user_id text,
  profile_name text,
  kind text not null,
  text text,
  payload text,
  message_id bigint,
  context_key text,
  media_id text,
  media_mime text,
  media_name text,
  content json not null,
  wish text check (wish in ('stop', 'start')),
  written_at timestamptz not null,
  received_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, link_id, operator_key)
);
create index chat_replies_newest on chat_replies (account_id, received_at, id);
create index chat_replies_from on chat_replies (account_id, user_key, received_at, id);
comment on table chat_replies is 'What users wrote to numbers of accounts on the chat platform, of every type';
comment on column chat_replies.user_key is 'The user''s number where it is known, else the platform''s id of the user';
comment on column chat_replies.message_id is 'The message of ours that it answers, where it names one';
comment on column chat_replies.content is 'The message as the platform wrote it';
