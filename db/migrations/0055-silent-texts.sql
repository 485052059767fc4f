-- Texts without a final receipt are found through the sums: nothing reads every message of eleven days.

create table silent_looks (
  one boolean primary key default true check (one),
  held_until timestamptz not null default '-infinity',
  looked_until bigint not null default 0,
  late_at timestamptz not null default '-infinity'
);
insert into silent_looks default values;
comment on table silent_looks is 'One row: who looks for texts that no operator reported on, and how far that has come';
comment on column silent_looks.held_until is 'A worker is at it until then, unless it says so again';
comment on column silent_looks.looked_until is 'The id up to which all texts were looked at when their time was over';
comment on column silent_looks.late_at is 'When those below it that left late, held for their hours, were last looked at';

-- By columns that never change: a sum is updated in place.
create index usage_sums_sent on usage_sums (day) where state = 2;
