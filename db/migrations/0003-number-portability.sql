-- Number portability: what a look-up costs, what was found, and what was charged for it.

create table lookup_tariffs (
  id integer generated always as identity primary key,
  account_id bigint references accounts (id),
  first_micros bigint not null check (first_micros >= 0),
  again_micros bigint not null check (again_micros >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table lookup_tariffs is
  'Price of finding a number''s operator: the first time, and again while the account''s saved look-up is young. The row in force: own account before all, then the latest valid_from';

-- Section 8 of the interface: Rs. 1, then Rs. 0.25.
insert into lookup_tariffs (first_micros, again_micros, valid_from)
values (1000000, 250000, '2000-01-01T00:00:00Z');

create table lookups (
  account_id bigint not null,
  recipient bigint not null,
  operator_id smallint not null,
  looked_up_at timestamptz not null,
  primary key (account_id, recipient)
);
create index lookups_age on lookups (looked_up_at);
comment on table lookups is
  'What the number directory said, kept for each account that has paid for it. Written in the commit that charges';

create table lookup_charges (
  account_id bigint not null,
  request_id bigint not null,
  transfer_id bigint not null,
  first_lookups integer not null,
  again_lookups integer not null,
  amount_micros bigint not null,
  created_at timestamptz not null,
  primary key (account_id, request_id)
);
comment on table lookup_charges is
  'The look-ups that a request was charged for; request_id is what the send was answered with';

alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check check (
  kind in ('credit', 'reserve', 'post', 'release', 'refund', 'correction', 'lookup')
);

-- The price list has changed: whoever keeps one in memory reads it again.
update settings_version set version = version + 1;
