-- Accounts are told when their credit is low and when a cap on spending is reached, once each time.

alter table balances
  add column low_micros bigint check (low_micros >= 0),
  add column is_low boolean not null default false,
  add column capped_day integer not null default 0,
  add column capped_month integer not null default 0;
comment on column balances.low_micros is
  'The account is told when its balance is below this; null: never';
comment on column balances.is_low is
  'It was, and was told; false again when the balance is not below it any more';
comment on column balances.capped_day is
  'The last day (and capped_month: month) of whose cap the account was told that it is reached';

-- Not on any column that sending changes: balances stay on their page.
create index balances_low on balances (account_id) where low_micros is not null;
