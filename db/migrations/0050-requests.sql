-- What moves money waits for a second person, whichever operation it is.

create table requests (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id),
  operation text not null,
  input jsonb not null,
  about text not null,
  asked_at timestamptz not null,
  asked_by text not null,
  decided_at timestamptz,
  decided_by text,
  decision text check (decision in ('confirmed', 'refused')),
  constraint requests_decided_check
    check ((decided_at is null) = (decision is null) and (decided_by is null) = (decision is null)),
  constraint requests_two_check check (decision <> 'confirmed' or decided_by <> asked_by)
);
create index requests_waiting on requests (asked_at) where decided_at is null;
comment on table requests is 'Operations that wait, or waited, for a second person';
comment on column requests.input is 'Of the operation; an amount of money is {"micros": "1000000"}';
comment on column requests.about is 'What it would do, in a sentence';
comment on column requests.account_id is 'null: it is about every account';

-- What waits is moved, so that nodes of the version before do not carry it out as well.
with waiting as (
  delete from credit_requests where confirmed_at is null returning *
)
insert into requests (account_id, operation, input, about, asked_at, asked_by)
select w.account_id, case w.kind when 'credit' then 'credit add' else 'credit correct' end,
  jsonb_strip_nulls(jsonb_build_object('accountId', w.account_id,
    'amountMicros', jsonb_build_object('micros', w.amount_micros::text),
    'reference', w.reference, 'shared', false)),
  case w.kind when 'credit' then 'Adds ' else 'Takes back ' end
    || round(w.amount_micros / 1000000.0, 2)
    || case w.kind when 'credit' then ' rupees to ' else ' rupees from ' end || a.name || ' (' || a.id || ')' || coalesce(', “' || w.reference || '”', ''),
  w.requested_at, w.requested_by
from waiting w join accounts a on a.id = w.account_id;

-- Who made a login of staff, or has had its ways in removed.
create index audit_logins on audit (lower(detail ->> 'email'))
  where action in ('user.create', 'user.staff', 'user.reset_factor');
