-- What accounts pay at a bank: an open request with a reference, which finance confirms or refuses.

create table bank_transfers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  reference text not null unique,
  amount_micros bigint not null check (amount_micros > 0),
  state text not null default 'waiting' check (
    state in ('waiting', 'confirmed', 'refused', 'withdrawn', 'expired')
  ),
  created_at timestamptz not null,
  created_by text not null,
  slip bytea,
  slip_mime text,
  slip_bytes int,
  slip_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  received_micros bigint check (received_micros > 0),
  words text,
  check ((state = 'confirmed') = (received_micros is not null)),
  check ((state = 'waiting') = (ended_at is null)),
  check ((slip is null) = (slip_at is null))
);
create index bank_transfers_of_account on bank_transfers (account_id, id);
create index bank_transfers_that_wait on bank_transfers (created_at) where state = 'waiting';
comment on table bank_transfers is
  'What accounts are to pay at a bank; money moves in the transaction that confirms one';
comment on column bank_transfers.reference is 'What the account writes on its transfer, as ABCD-EFGH';
comment on column bank_transfers.slip is 'Sealed: the slip of the bank, a PDF, JPEG or PNG';
comment on column bank_transfers.received_micros is 'What came, and became credit';
comment on column bank_transfers.words is 'Why it was refused, for the account to read';
