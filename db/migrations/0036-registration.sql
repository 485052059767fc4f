-- People register, accept the terms, set new passwords by a mailed link, and are invited to accounts.

create table code_sender (
  account_id bigint not null references accounts (id),
  sender text not null,
  template_id bigint not null,
  one boolean primary key default true check (one)
);
comment on table code_sender is 'Who writes the codes that the service itself sends; no row: it sends none';

create table registrations (
  email text primary key,
  name text not null,
  company text not null,
  phone text not null,
  locale text not null,
  password_hash text not null,
  terms_version text not null,
  address text not null,
  email_code_hash text not null,
  phone_code_hash text not null,
  tries smallint not null default 0,
  resends smallint not null default 0,
  begun_at timestamptz not null,
  codes_at timestamptz not null
);
create index registrations_begun on registrations (begun_at);
comment on table registrations is 'Registrations that are not confirmed, each until a day is over';
comment on column registrations.email is 'In lower case';
comment on column registrations.email_code_hash is
  'The keyed hash of the mailed code; of a code that nobody was told when the address has a login already';
comment on column registrations.tries is 'Wrong codes since the last ones were made';

create table terms_acceptances (
  user_id bigint not null,
  version text not null,
  account_id bigint not null,
  accepted_at timestamptz not null,
  address text not null,
  primary key (user_id, version)
);
comment on table terms_acceptances is 'Who accepted which terms, for which account, when and from where; kept when the login is removed';

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expired on password_resets (expires_at);
comment on table password_resets is 'Links to new passwords, each for one use';

create table invitations (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  email text not null,
  role text not null check (role in ('owner', 'manager', 'developer', 'viewer')),
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create unique index invitations_email on invitations (account_id, lower(email));
create index invitations_expired on invitations (expires_at);
comment on column invitations.invited_by is 'As the audit names them';
