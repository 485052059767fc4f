-- People of the chat platform who hide their number, and how they call themselves there.

create table chat_people (
  account_id bigint not null,
  id bigint not null generated always as identity
    (increment by -1 start with -1 minvalue -9007199254740991 maxvalue -1),
  user_id text not null,
  primary key (account_id, id)
);
comment on table chat_people is 'People whom an account writes to without knowing their number';
comment on column chat_people.id is 'Where a recipient has a number: below 0, and never shown';
comment on column chat_people.user_id is 'The platform''s id of the person now';
create index chat_people_user on chat_people (account_id, user_id);

comment on column chat_users.recipient is
  'The number; below 0: it is not known, see chat_people';

alter table chat_replies add column user_name text;
comment on column chat_replies.user_name is 'The name the user has chosen on the platform; it may change';
alter table conversations add column user_name text;
comment on column conversations.user_name is 'For chat the name the user has chosen on the platform, as last heard';

-- How many free-form messages of each chat number the platform counted in a month.

create table chat_service_counts (
  account_id bigint not null references accounts (id),
  link_id integer not null references links (id),
  month date not null,
  messages integer not null,
  primary key (account_id, link_id, month)
);
comment on table chat_service_counts is
  'Messages of a chat number that the platform priced as service, by the month (UTC) of the word that said so';
