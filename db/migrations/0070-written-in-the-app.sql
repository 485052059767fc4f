-- What shops write in the app on a phone beside this service, and what was said before they came.

create table chat_app_messages (
  account_id bigint not null references accounts (id),
  id bigint not null,
  link_id integer not null references links (id),
  operator_key text not null,
  user_key text not null,
  is_ours boolean not null,
  kind text not null,
  text text,
  written_at timestamptz not null,
  edited_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, link_id, operator_key)
);
create index chat_app_messages_thread on chat_app_messages (account_id, user_key, link_id, id);
comment on table chat_app_messages is
  'Said in the app on a phone: what the shop writes there, and both sides before it came here';
comment on column chat_app_messages.id is
  'Its place in the conversation: an id of the second in which it was written, not of its own';
comment on column chat_app_messages.is_ours is 'The shop wrote it; else the user did, in the past';

create table chat_contacts (
  account_id bigint not null references accounts (id),
  link_id integer not null references links (id),
  user_key text not null,
  name text not null,
  primary key (account_id, link_id, user_key)
);
comment on table chat_contacts is 'What the address book of a number''s phone calls users';
