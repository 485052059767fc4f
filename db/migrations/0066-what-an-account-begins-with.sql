-- What a new account begins with: a template that goes to its own people alone, credit to try it
-- with, and wordings that staff have approved in advance.

alter table templates add column own_numbers_only boolean not null default false;
comment on column templates.own_numbers_only is
  'It goes to numbers that people of the account have confirmed, and to nobody else';

create table trial_phones (
  phone bigint primary key,
  account_id bigint not null references accounts (id),
  given_at timestamptz not null
);
comment on table trial_phones is
  'Confirmed numbers whose person got an account with credit to try it with: none gets it twice';

create table approved_wordings (
  id text primary key,
  message text not null,
  approved_at timestamptz not null,
  approved_by text not null
);
comment on table approved_wordings is
  'Wordings of the service that accounts may use without asking, as long as they read as approved';

-- Not validated: no older row can have the new kind, and reading them all would hold up every send.
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check check (
  kind in ('credit', 'trial', 'reserve', 'post', 'release', 'refund', 'correction', 'lookup')
) not valid;
