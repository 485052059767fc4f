-- What of a payment is given back: credit falls first, then the gateway is asked, once.

create table refunds (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  payment_id bigint not null references payments (id),
  reference text unique,
  their_id text,
  amount_micros bigint not null check (amount_micros > 0),
  state text not null check (state in ('asked', 'refunded', 'refused')),
  reason text not null,
  words text,
  created_at timestamptz not null,
  created_by text not null,
  ask_at timestamptz,
  ended_at timestamptz,
  transfer_id bigint,
  owed_micros bigint not null default 0 check (owed_micros >= 0),
  credit_note text,
  check ((state = 'asked') = (ask_at is not null)),
  check ((state = 'asked') = (ended_at is null)),
  unique (payment_id, their_id)
);
create index refunds_of_payment on refunds (payment_id, state);
create index refunds_to_ask on refunds (ask_at) where ask_at is not null;
create index refunds_owed on refunds (account_id, id) where owed_micros > 0;
comment on table refunds is 'What of payments is given back, or was';
comment on column refunds.reference is 'Ours at the gateway; null: given back there, or by hand, without our asking';
comment on column refunds.words is 'Why the gateway refused it, in its words';
comment on column refunds.ask_at is 'When the gateway is asked for it, or about it, next';
comment on column refunds.transfer_id is 'By which credit first fell for it; null: there was none to take';
comment on column refunds.owed_micros is 'Given back at the gateway, and not taken from credit yet: there was too little';

-- Of a refund whose account had nothing left there is no line in the ledger.
alter table invoices alter column transfer_id drop not null;

-- Not validated: no older row can have the new kinds, and reading them all would hold up every send.
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check check (
  kind in ('credit', 'trial', 'payment', 'reserve', 'post', 'release', 'refund', 'correction',
    'lookup', 'payment_refund', 'refund_failure')
) not valid;
