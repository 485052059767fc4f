-- The tables of the house. Hot tables (messages, attempts, queue) are narrow, have few indexes, and are
-- written by statements that touch hundreds of rows. Small integers in hot tables are named in src/domain.
-- Every table of an account's data has account_id first in its key.

create table settings_version (
  one boolean primary key default true check (one),
  version bigint not null default 1
);
comment on table settings_version is
  'Raised by every change to operators, prefixes, tariffs, links and routes; caches compare it';
insert into settings_version default values;

-- Accounts -----------------------------------------------------------------------------------------

create table accounts (
  id bigint generated always as identity (start with 1001) primary key,
  name text not null,
  state text not null default 'active' check (state in ('active', 'disabled')),
  verified boolean not null default false,
  fixed_content boolean not null default false,
  mnp_coverage boolean not null default false,
  mnp_option boolean not null default false,
  always_200 boolean not null default false,
  lookalikes boolean not null default true,
  ip_list text[] not null default '{}',
  created_at timestamptz not null default now()
);

create table balances (
  account_id bigint primary key references accounts,
  available_micros bigint not null default 0,
  postpaid boolean not null default false,
  version bigint not null default 1,
  constraint balance_never_negative check (available_micros >= 0 or postpaid)
) with (fillfactor = 20);
comment on column balances.version is
  'Raised by every change to the account, its keys, senders, templates and opt-outs; read where credit is judged';

create table api_keys (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  key_hash bytea not null unique,
  key_sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (account_id, id)
);

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  staff boolean not null default false,
  second_factor boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table account_users (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  role text not null check (role in ('owner', 'manager', 'viewer')),
  primary key (account_id, user_id)
);

create table shared_senders (
  name text primary key
);
comment on table shared_senders is 'Pre-approved names of the Simple SMS route';

create table senders (
  account_id bigint not null references accounts,
  id integer generated always as identity,
  name text not null,
  route text not null check (route in ('simple', 'branded', 'short_code')),
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  reason text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (account_id, id),
  unique (account_id, name)
);

create table templates (
  account_id bigint not null references accounts,
  id bigint generated always as identity (start with 501) unique,
  name text not null,
  message text not null,
  variables jsonb not null,
  category text not null check (category in ('transactional', 'promotional')),
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  reason text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (account_id, id)
);
comment on column templates.variables is 'In order of first use: [{"name","type","maxLength"}]';

create table optouts (
  account_id bigint not null references accounts,
  recipient bigint not null,
  scope text not null check (scope in ('all', 'promotional')),
  source text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, recipient)
);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  account_id bigint references accounts,
  action text not null,
  detail jsonb not null
);
create index audit_account on audit (account_id, id);

-- Operators, prices, roads out ---------------------------------------------------------------------

create table operators (
  id smallint generated always as identity primary key,
  name text not null unique
);

create table operator_prefixes (
  prefix text primary key check (prefix ~ '^[0-9]{3,12}$'),
  operator_id smallint not null references operators
);

create table tariffs (
  id integer generated always as identity primary key,
  account_id bigint references accounts,
  sender_route text not null check (sender_route in ('simple', 'branded', 'short_code')),
  operator_id smallint references operators,
  part_price_micros bigint not null check (part_price_micros >= 0),
  refund_failed boolean not null default false,
  valid_from timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table tariffs is
  'Price per part. The row in force: own account before all, own operator before any, then the latest valid_from';

create table links (
  id integer generated always as identity primary key,
  name text not null unique,
  carrier text not null check (carrier in ('smpp')),
  enabled boolean not null default true,
  config jsonb not null,
  secret_sealed bytea,
  created_at timestamptz not null default now()
);

create table routes (
  id integer generated always as identity primary key,
  operator_id smallint not null references operators,
  sender_route text check (sender_route in ('simple', 'branded', 'short_code')),
  link_id integer not null references links,
  priority smallint not null default 100,
  enabled boolean not null default true
);
comment on table routes is 'The enabled row of the number''s operator with the lowest priority wins';

-- Who works: nodes hold everything else by their lease ----------------------------------------------

create table nodes (
  slot smallint primary key check (slot between 0 and 63),
  epoch integer not null,
  holder text not null,
  lease_until timestamptz not null,
  recovered boolean not null
);
comment on column nodes.recovered is
  'Whether somebody has dealt with what was held when the lease ended; a slot is not given again before';
comment on table nodes is
  'A row leased to (slot, epoch) is held while that epoch is current here and lease_until has not passed';

create table link_leases (
  link_id integer primary key references links,
  node smallint not null,
  epoch integer not null
);

-- The journey --------------------------------------------------------------------------------------

create table messages (
  account_id bigint not null,
  id bigint not null,
  batch_id bigint,
  position integer not null,
  recipient bigint not null,
  template_id bigint not null,
  sender_id integer not null,
  tariff_id integer not null,
  operator_id smallint not null,
  alphabet smallint not null,
  parts smallint not null,
  parts_taken smallint not null default 0,
  state smallint not null default 1,
  price_micros bigint not null,
  posted_micros bigint not null default 0,
  reserve_id bigint not null,
  settle_id bigint,
  accepted_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  done_at timestamptz,
  reason text,
  text text not null,
  primary key (account_id, id)
) partition by range (id);
comment on table messages is
  'One text to one recipient. The id carries its second, so a partition is a day. batch_id is null for a batch of one';
create index messages_batch on messages (account_id, batch_id, position) where batch_id is not null;

create table attempts (
  account_id bigint not null,
  message_id bigint not null,
  attempt smallint not null,
  part smallint not null,
  link_id integer not null,
  outcome smallint not null,
  ambiguous boolean not null default false,
  operator_key text,
  status integer,
  reason text,
  node smallint not null,
  epoch integer not null,
  answered_at timestamptz not null,
  receipt_state smallint,
  receipt_error text,
  receipt_level smallint,
  receipt_at timestamptz,
  primary key (account_id, message_id, attempt, part)
) partition by range (message_id);
comment on column attempts.ambiguous is
  'The answer was lost at some time: the operator may have taken the part even if a later attempt was made';
comment on column attempts.operator_key is
  'The operator''s id of the part, made comparable by the link''s rule; receipts are matched within one link by it';
create index attempts_operator_key on attempts (link_id, operator_key) where operator_key is not null;

create table batches (
  account_id bigint not null,
  id bigint not null,
  state smallint not null,
  recipients integer not null,
  parts integer not null,
  price_micros bigint not null,
  reserve_id bigint not null,
  idempotency_key text,
  node smallint not null,
  epoch integer not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
comment on table batches is
  'Accepted requests with more than one recipient; state 1 = being written (invisible), 2 = published';
create index batches_writing on batches (created_at) where state = 1;

create table queue (
  account_id bigint not null,
  message_id bigint not null,
  link_id integer not null,
  priority smallint not null,
  attempt smallint not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  node smallint,
  epoch integer,
  primary key (account_id, message_id)
) with (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000000,
  autovacuum_vacuum_cost_delay = 0
);
comment on table queue is
  'Messages that have not been taken by an operator yet. With node and epoch: attempt number `attempt` may be on the wire';
create index queue_due on queue (link_id, priority desc, due_at, message_id) where node is null;

create table feeds (
  account_id bigint not null,
  batch_id bigint not null,
  next_position integer not null,
  last_position integer not null,
  primary key (account_id, batch_id)
);
comment on table feeds is 'Large batches enter the queue a piece at a time; a row is what is still to come';

create table receipts (
  id bigint generated always as identity primary key,
  link_id integer not null,
  operator_key text,
  kind text not null
    check (kind in ('early', 'late', 'duplicate', 'contradiction', 'intermediate', 'unreadable', 'reply')),
  state smallint,
  error text,
  level smallint,
  account_id bigint,
  message_id bigint,
  received_at timestamptz not null,
  raw bytea not null
);
comment on table receipts is
  'Every inbound PDU that did not simply close its attempt: parked, repeated, contradicting, unreadable, replies';
create index receipts_early on receipts (link_id, operator_key) where kind = 'early';

create table idempotency_keys (
  account_id bigint not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);
comment on column idempotency_keys.answer is 'Null while the first request is still being written';
create index idempotency_keys_age on idempotency_keys (created_at);

-- Money --------------------------------------------------------------------------------------------

create table transfers (
  account_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('credit', 'reserve', 'post', 'release', 'refund', 'correction')),
  debit text not null check (debit in ('funding', 'available', 'reserved', 'revenue')),
  credit text not null check (credit in ('funding', 'available', 'reserved', 'revenue')),
  amount_micros bigint not null check (amount_micros > 0),
  messages integer not null,
  cause text,
  refers_to bigint,
  created_at timestamptz not null,
  primary key (account_id, id),
  check (debit <> credit)
);
comment on table transfers is
  'Double entry: every row takes from one ledger account what it gives to another. Aggregated per account and commit';
create unique index transfers_reference on transfers (account_id, kind, cause)
  where kind in ('credit', 'correction');

-- Groups -------------------------------------------------------------------------------------------

create function require_all(done bigint, wanted bigint) returns void language plpgsql as $$
begin
  if done <> wanted then
    raise exception 'not all of a group could be done' using errcode = 'PA001';
  end if;
end
$$;
comment on function require_all is
  'Ends a transaction that was begun in the belief that all of its group is possible';
