-- Who has agreed to what of an account's messages, and the public forms by which people agree.

alter table accounts add column needs_consent boolean not null default false;
comment on column accounts.needs_consent is
  'Its promotional messages go only to people whose newest record in consents gives consent';

create table consents (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  person text not null,
  channel text not null check (channel in ('sms', 'chat')),
  purpose text not null check (purpose in ('promotional', 'transactional')),
  state text not null check (state in ('given', 'withdrawn')),
  source text not null check (
    source in ('form', 'keyword', 'platform', 'import', 'checkout', 'api', 'staff')
  ),
  wording text not null default '',
  proof text not null default '',
  said_at timestamptz not null,
  made_by text not null,
  made_at timestamptz not null,
  primary key (account_id, id)
);
create index consents_of_person
  on consents (account_id, person, channel, purpose, said_at desc, id desc);
comment on table consents is
  'What people said, one row each time; of a person, channel and purpose the newest row counts';
comment on column consents.person is 'A number''s digits, or the chat platform''s id of a user';
comment on column consents.wording is 'What the person agreed to, as it was shown';
comment on column consents.proof is 'How it can be shown later: an address, an IP, an order';

create table join_forms (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  code text not null unique,
  name text not null,
  wording text not null,
  wording_urdu text not null default '',
  tag text not null default '',
  sender text not null,
  template_id bigint not null,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
comment on table join_forms is 'Public pages where people agree to an account''s promotional texts';
comment on column join_forms.code is 'The end of its address';
comment on column join_forms.tag is 'Given to the contacts of those who agree; empty: none';
comment on column join_forms.sender is 'By which, with the template, its codes are texted';
