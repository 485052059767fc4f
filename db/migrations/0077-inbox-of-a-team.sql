-- What a team that answers people shares: answers that are ready, and notes on conversations.

create table canned_answers (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  name text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index canned_answers_name on canned_answers (account_id, lower(name));
comment on table canned_answers is 'Texts that people of an account answer with, again and again';

create table conversation_notes (
  account_id bigint not null,
  conversation_id bigint not null,
  id bigint generated always as identity,
  text text not null,
  actor text not null,
  created_at timestamptz not null,
  primary key (account_id, conversation_id, id),
  foreign key (account_id, conversation_id) references conversations on delete cascade
);
comment on table conversation_notes is 'What people of an account tell each other; the other side never sees it';
comment on column conversation_notes.actor is 'Who wrote it, as the audit log names them';
