-- What may be sent to whom, when and how often: promotional hours, the do-not-call register, caps on velocity,
-- and caps on spending. All of it is data that staff edit. A node of the version before asks none of it and
-- counts no spending.

create table promotional_hours (
  account_id bigint unique nulls not distinct references accounts,
  week jsonb not null check (jsonb_array_length(week) = 7)
);
comment on table promotional_hours is
  'Everybody''s (account_id null), or an account''s own instead. Seven days from Monday: [opens, closes] in minutes after midnight in Asia/Karachi, or null';
insert into promotional_hours (week) values
  ('[[540,1260],[540,1260],[540,1260],[540,1260],[540,1260],[540,1260],[540,1260]]');

create table do_not_call (
  recipient bigint,
  source text,
  listed_at timestamptz not null,
  primary key (recipient, source)
);
comment on table do_not_call is
  'Numbers that want no promotional messages from anybody. A number may be on the lists of several sources';

create table caps (
  id integer generated always as identity primary key,
  account_id bigint references accounts,
  scope text not null check (scope in ('number', 'block', 'template', 'account')),
  sender_route text check (sender_route in ('simple', 'branded', 'short_code')),
  most integer check (most > 0),
  minutes integer check (minutes between 1 and 1440),
  check ((most is null) = (minutes is null)),
  unique nulls not distinct (account_id, scope, sender_route, minutes)
);
comment on table caps is
  'At most so many messages in so many minutes. An account with rows of its own for a scope is judged by those alone; one without a number lifts the cap';
insert into caps (scope, sender_route, most, minutes) values
  ('number', 'short_code', 8, 10),
  ('block', 'short_code', 200, 10);

create unlogged table cap_counts (
  cap_id integer,
  account_id bigint,
  key bigint,
  node smallint,
  epoch integer,
  counted integer not null,
  changed_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (cap_id, account_id, key, node, epoch)
);
create index cap_counts_changed on cap_counts (changed_at);
comment on table cap_counts is
  'What nodes have counted of keys that are on their way to a cap, so that the others and the next start know';

alter table feeds
  add column due_at timestamptz not null default '-infinity',
  add column held_ms bigint not null default 0;
comment on column feeds.due_at is 'A promotional batch stays here until its hours begin';
comment on column feeds.held_ms is 'How long it was held back since its messages got their validity';

alter table balances
  add column spend_day integer not null default 0,
  add column spend_month integer not null default 0,
  add column spent_day_micros bigint not null default 0,
  add column spent_month_micros bigint not null default 0,
  add column day_cap_micros bigint check (day_cap_micros >= 0),
  add column month_cap_micros bigint check (month_cap_micros >= 0),
  add column spend_alarm_percent smallint not null default 80
    check (spend_alarm_percent between 1 and 100),
  add column alarmed_day integer not null default 0,
  add column alarmed_month integer not null default 0;
comment on column balances.spend_day is
  'The day in Asia/Karachi, counted from 1970, that spent_day_micros belongs to; it never goes back';
comment on column balances.spent_day_micros is
  'Reserved on that day, whatever was released since';
create index balances_capped on balances (account_id)
  where day_cap_micros is not null or month_cap_micros is not null;
