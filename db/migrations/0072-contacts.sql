-- People whom accounts know by name, and selections of them that have a name.

create table contacts (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  mobile bigint,
  user_id text,
  name text not null default '',
  language text,
  tags text[] not null default '{}',
  fields jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint contacts_mobile_key unique (account_id, mobile),
  constraint contacts_user_key unique (account_id, user_id),
  constraint contacts_reachable_check check (mobile is not null or user_id is not null)
);
create index contacts_tags on contacts using gin (tags);
comment on table contacts is 'People whom an account knows; a removed one is gone at once';
comment on column contacts.user_id is 'The chat platform''s id of a user';
comment on column contacts.fields is 'A flat object of texts: what the account wants to know of a person';

create table segments (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index segments_name on segments (account_id, lower(name));
comment on table segments is 'Selections of contacts that have a name; who is in one is found when it is used';
comment on column segments.filter is 'As GET /v1/contacts takes it';
