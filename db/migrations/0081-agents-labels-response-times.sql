-- A role for those who only answer in the inbox; labels on conversations; how long people waited.

alter table account_users drop constraint account_users_role_check;
alter table account_users add constraint account_users_role_check
  check (role in ('owner', 'manager', 'developer', 'viewer', 'agent'));
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role_check
  check (role in ('owner', 'manager', 'developer', 'viewer', 'agent'));

create table labels (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  name text not null,
  colour text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index labels_name on labels (account_id, lower(name));
comment on table labels is 'Words by which an account sorts its conversations';
comment on column labels.colour is 'Of the dot before the name: src/features/labels/labels.ts';

create table conversation_labels (
  account_id bigint not null,
  conversation_id bigint not null,
  label_id bigint not null,
  primary key (account_id, conversation_id, label_id),
  foreign key (account_id, conversation_id) references conversations on delete cascade,
  foreign key (account_id, label_id) references labels on delete cascade
);
create index conversation_labels_label on conversation_labels (account_id, label_id);
comment on table conversation_labels is 'Which conversations have which labels';

alter table conversations add column waits_since timestamptz;
create index conversations_waiting on conversations (account_id, waits_since)
  where waits_since is not null;
comment on column conversations.waits_since is
  'When the first reply came that nobody has answered since; null: nobody waits';

create table responses (
  account_id bigint not null references accounts (id),
  day date not null,
  kind text not null check (kind in ('sms', 'chat')),
  user_id bigint not null,
  step smallint not null,
  answers int not null,
  primary key (account_id, day, kind, user_id, step)
);
comment on table responses is
  'How many people waited how long for the first answer: counted as they are answered';
comment on column responses.day is 'Of Pakistan, on which they wrote';
comment on column responses.user_id is 'Who answered; 0: the app on a phone';
comment on column responses.step is 'Of waiting times: src/features/responses/count.sql.ts';
