-- What operators send with a fault is read all the same: its octets are kept, and each kind is counted.

alter table receipts drop constraint receipts_kind_check;
alter table receipts add constraint receipts_kind_check check (kind in
  ('early', 'late', 'duplicate', 'contradiction', 'intermediate', 'unreadable', 'damaged', 'reply')) not valid;
alter table receipts validate constraint receipts_kind_check;

create table link_oddities (
  link_id integer not null references links on delete cascade,
  kind text not null check (kind in ('pdu', 'word')),
  what text not null,
  times bigint not null,
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (link_id, kind, what)
);
comment on table link_oddities is
  'Faulty PDUs by their fault, and receipts by their unknown word. A day without one ends the count';
