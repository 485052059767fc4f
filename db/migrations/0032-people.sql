-- People sign in: sessions, second factors, passkeys, and what staff may do.

alter table users
  add column staff_role text,
  add column phone bigint,
  add column confirmed_at timestamptz,
  add column locale text not null default 'en',
  add column totp_sealed bytea,
  add column totp_step bigint,
  add constraint users_staff_role_check
    check (staff_role in ('admin', 'approvals', 'finance', 'operations')),
  add constraint users_locale_check check (locale in ('en', 'ur'));
-- Nodes of the version before read and write `staff` alone; a staff member without a role is an admin.
update users set staff_role = 'admin' where staff;
comment on column users.phone is 'Confirmed by a code';
comment on column users.totp_sealed is 'The secret of their authenticator; in use once second_factor is true';
comment on column users.totp_step is 'The time step of the last code that was taken: none is taken twice';

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users (id) on delete cascade,
  state text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_until timestamptz,
  address text not null,
  user_agent text not null,
  constraint sessions_state_check check (state in ('second_factor', 'open'))
);
create index sessions_user on sessions (user_id);
create index sessions_expired on sessions (expires_at);
comment on table sessions is 'Who is signed in, in which browser';
comment on column sessions.token_hash is 'The keyed hash of what the cookie holds';
comment on column sessions.state is 'second_factor: the password was right, and a second factor is still missing';
comment on column sessions.confirmed_until is 'Until then, dangerous things are allowed without asking again who they are';

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Each takes the place of an authenticator once';

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  challenge text primary key,
  user_id bigint references users (id) on delete cascade,
  expires_at timestamptz not null
);
comment on table passkey_challenges is 'What a browser has been asked to sign; each is taken once';
comment on column passkey_challenges.user_id is 'Who adds a passkey; null: somebody signs in';
