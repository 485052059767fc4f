-- Invoices of what accounts have paid, credit notes, and the sales tax that they state.

alter table accounts add column province text;
alter table accounts add column sales_tax_number text not null default '';
comment on column accounts.province is 'Whose sales tax its invoices state; null: it has not said';
comment on column accounts.sales_tax_number is 'Its STRN, as it has given it; empty: none';

create table tax_rates (
  province text not null,
  valid_from timestamptz not null,
  basis_points int not null check (basis_points between 0 and 9999),
  primary key (province, valid_from)
);
comment on table tax_rates is
  'Sales tax on services by province, in hundredths of a percent; in force: the latest valid_from';

create table invoice_counters (
  kind text not null,
  year int not null,
  last int not null check (last > 0),
  primary key (kind, year)
);
comment on table invoice_counters is
  'The last number of each series; its row is locked until the invoice is committed: no gaps';

create table invoices (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity unique,
  transfer_id bigint not null,
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  of_id bigint,
  reason text,
  amount_micros bigint not null check (amount_micros > 0),
  tax_micros bigint not null check (tax_micros >= 0 and tax_micros <= amount_micros),
  province text,
  basis_points int,
  cause text,
  seller text,
  buyer_name text not null,
  buyer_address text not null,
  buyer_tax_number bytea,
  buyer_sales_tax_number text not null,
  issued_at timestamptz not null,
  issued_by text not null,
  primary key (account_id, id),
  unique (account_id, transfer_id),
  foreign key (account_id, of_id) references invoices (account_id, id),
  check ((kind = 'credit_note') = (of_id is not null)),
  check ((kind = 'credit_note') = (reason is not null)),
  check (tax_micros = 0 or basis_points is not null)
);
create index invoices_of_invoice on invoices (account_id, of_id) where of_id is not null;
comment on table invoices is 'What accounts have paid, and what was credited of it: never changed';
comment on column invoices.transfer_id is 'What it is about in the ledger: one has one';
comment on column invoices.amount_micros is 'The whole, tax included';
comment on column invoices.basis_points is 'The rate, in hundredths of a percent; null: none was set';
comment on column invoices.cause is 'How it was paid';
comment on column invoices.seller is 'STATEMENT_FROM as it was then';
comment on column invoices.buyer_tax_number is 'Sealed: of its approved tax document, as it was then';

-- What is sealed may be sealed again, under another master key.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'buyer_tax_number' = to_jsonb(old) - 'buyer_tax_number'
    and (new.buyer_tax_number is null) = (old.buyer_tax_number is null) then
    return new;
  end if;
  raise exception 'invoice % cannot be changed', old.number;
end $$;
create trigger keep_invoice before update or delete on invoices
  for each row execute function keep_invoice();
