-- Credit above a limit is moved by two people: one asks, another confirms.

create table credit_requests (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('credit', 'correction')),
  amount_micros bigint not null check (amount_micros > 0),
  reference text,
  requested_at timestamptz not null,
  requested_by text not null,
  confirmed_at timestamptz,
  confirmed_by text,
  transfer_id bigint,
  primary key (account_id, id),
  constraint credit_requests_confirmed_check
    check ((confirmed_at is null) = (transfer_id is null)),
  constraint credit_requests_two_check check (confirmed_by <> requested_by)
);
create index credit_requests_waiting on credit_requests (requested_at) where confirmed_at is null;
comment on table credit_requests is 'Credit that waits, or waited, for a second person';
