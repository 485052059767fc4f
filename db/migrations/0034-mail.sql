-- Mails that are to be handed to the mail server. What they say is sealed: they hold codes and links.

create table mails (
  id bigint primary key,
  kind text not null,
  recipient text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  due_at timestamptz,
  tries smallint not null default 0,
  ended_at timestamptz,
  end_state text,
  error text,
  constraint mails_end_state_check check (end_state in ('taken', 'given_up'))
);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_ended on mails (ended_at) where ended_at is not null;
comment on table mails is 'Mails of the service; those that have ended are kept for some days';
comment on column mails.sealed is 'Subject and text, sealed for the mail of this id; empty once it has ended';
comment on column mails.due_at is 'When it is tried next; null: it has ended';
comment on column mails.error is 'What the mail server said last; no text of the mail';
