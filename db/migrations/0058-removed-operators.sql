-- An operator that is gone keeps its name for what it has carried.

alter table operators add column removed boolean not null default false;
comment on column operators.removed is
  'It is in no list and cannot be named; reports of messages to it still have its name';
