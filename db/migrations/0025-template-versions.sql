-- A template may get another wording. The one in force stays until staff approve the next.

alter table templates
  add column version integer not null default 1,
  add column last_version integer not null default 1,
  add column proposed jsonb,
  add column proposed_at timestamptz,
  add constraint templates_proposed_check check ((proposed is null) = (proposed_at is null));

comment on column templates.version is 'Of the wording in the row';
comment on column templates.last_version is 'Of the newest proposal, whatever became of it: no number is given twice';
comment on column templates.proposed is
  'The wording that waits while the one in the row is approved: {"version","message","category","variables"}';

create table template_changes (
  account_id bigint not null,
  template_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  what text not null check (what in ('proposed', 'approved', 'rejected')),
  version integer not null,
  message text,
  category text,
  variables jsonb,
  reason text,
  actor text,
  primary key (account_id, template_id, id),
  foreign key (account_id, template_id) references templates (account_id, id) on delete cascade
);

comment on table template_changes is
  'What became of a template of texts: its wordings and the decisions on them. actor is null in what is older than the table';

insert into template_changes
  (account_id, template_id, at, what, version, message, category, variables)
select account_id, id, created_at, 'proposed', 1, message, category, variables from templates
order by id;

insert into template_changes (account_id, template_id, at, what, version, reason)
select account_id, id, decided_at, state, 1, reason from templates
where decided_at is not null and state <> 'waiting'
order by id;
