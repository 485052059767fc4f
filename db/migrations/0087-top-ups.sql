-- Credit that is added by itself: a card that the gateway keeps is charged when credit is low.

alter table payments add column keeps text check (keeps in ('wanted', 'kept', 'none'));
alter table payments add column automatic boolean not null default false;
comment on column payments.keeps is 'Whether its card is to be kept for top-ups, and was';
comment on column payments.automatic is 'Nobody pays it at a checkout: a kept card is charged';
create unique index payments_automatic on payments (account_id)
  where automatic and state in ('opening', 'open');
create index payments_to_keep on payments (id) where keeps = 'wanted' and state = 'paid';

create table top_ups (
  account_id bigint primary key references accounts (id),
  gateway text not null,
  card bytea not null,
  last4 text not null,
  expires text not null,
  kept_at timestamptz not null,
  below_micros bigint check (below_micros > 0),
  add_micros bigint check (add_micros > 0),
  most_micros bigint check (most_micros >= add_micros),
  failures smallint not null default 0,
  try_at timestamptz,
  off_because text check (off_because in ('declined')),
  check ((below_micros is null) = (add_micros is null)),
  check ((below_micros is null) = (most_micros is null))
);
comment on table top_ups is 'Cards that gateways keep, and when accounts want them charged';
comment on column top_ups.card is 'Sealed: the gateway''s reference; the number was never here';
comment on column top_ups.expires is 'The month, as 2028-04';
comment on column top_ups.below_micros is 'Charged when credit is below it; null: never';
comment on column top_ups.most_micros is 'What is charged at most in a month of Pakistan';
comment on column top_ups.try_at is 'Not before then: the card was declined';
