-- Registrations of one address live side by side, each confirmed only by whoever began it; codes leave before other
-- mail; and who made a webhook is known as who made a key.

-- Nodes of the version before use `registrations`: what was begun there is confirmed there, or begun again.
create table beginnings (
  token_hash bytea primary key,
  email text not null,
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
create index beginnings_email on beginnings (email);
create index beginnings_phone on beginnings (phone);
create index beginnings_begun on beginnings (begun_at);
comment on table beginnings is 'Registrations that are not confirmed, each until a day is over';
comment on column beginnings.token_hash is 'The keyed hash of what whoever began it was given';
comment on column beginnings.email is 'In lower case';
comment on column beginnings.email_code_hash is
  'The keyed hash of the mailed code; of a code that nobody was told when the address has a login already';
comment on column beginnings.tries is 'Wrong codes since the last ones were made';

alter table mails add column is_urgent boolean not null default false;
create index mails_in_turn on mails (is_urgent desc, due_at) where due_at is not null;
comment on column mails.is_urgent is 'Somebody waits for it: a code, or a link to a new password';

alter table webhooks add column created_by text;
update webhooks w set created_by = (
  select a.actor from audit a
  where a.account_id = w.account_id and a.action = 'webhook.add' and a.detail ->> 'webhook' = w.id::text
  order by a.id limit 1);
comment on column webhooks.created_by is 'As the audit names them; null: it was made before this was kept';
