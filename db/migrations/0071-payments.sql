-- Payments of accounts at a gateway's checkout: money moves once, in the transaction that ends one.

create table payments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  gateway text not null,
  reference text not null unique,
  their_id text,
  amount_micros bigint not null check (amount_micros > 0),
  state text not null check (
    state in ('opening', 'open', 'paid', 'declined', 'expired', 'failed', 'differs', 'closed')
  ),
  checkout_address text,
  created_at timestamptz not null,
  created_by text not null,
  ask_at timestamptz,
  asked_at timestamptz,
  ended_at timestamptz,
  transfer_id bigint,
  told text,
  note text,
  check ((state = 'paid') = (transfer_id is not null)),
  unique (gateway, their_id)
);
create index payments_of_account on payments (account_id, id);
create index payments_to_ask on payments (ask_at) where ask_at is not null;
create index payments_that_differ on payments (id) where state = 'differs';
create unique index payments_transfer on payments (account_id, transfer_id)
  where transfer_id is not null;
comment on table payments is 'What accounts were to pay, or have paid, at the checkout of a gateway';
comment on column payments.reference is 'Ours at the gateway: the id and a random part';
comment on column payments.their_id is 'The gateway''s; null: it has not taken the payment yet';
comment on column payments.ask_at is 'When the gateway is asked about it next; null: never';
comment on column payments.told is 'What the gateway said was paid, where that is not what was asked';
comment on column payments.note is 'Why finance has closed what differed';

create table payment_reports (
  id bigint generated always as identity primary key,
  payment_id bigint references payments (id),
  gateway text not null,
  heard_at timestamptz not null,
  way text not null check (way in ('notification', 'inquiry', 'return')),
  verdict text not null,
  detail text
);
create index payment_reports_of_payment on payment_reports (payment_id, id)
  where payment_id is not null;
create index payment_reports_of_none on payment_reports (heard_at) where payment_id is null;
comment on table payment_reports is
  'What gateways, and those who pose as them, have said of payments; of none: for 30 days';

-- Not validated: no older row can have the new kind, and reading them all would hold up every send.
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check check (
  kind in ('credit', 'trial', 'payment', 'reserve', 'post', 'release', 'refund', 'correction',
    'lookup')
) not valid;
