-- Several keys of an account side by side: each with a name, what it may do, and whether what it asks for is meant. Keys
-- from before may do everything, as they could.

alter table api_keys
  add column name text not null default 'API key',
  add column scopes text[] not null default '{send,read,templates,account}',
  add column mode text not null default 'live',
  add column created_by text,
  add column last_used_at timestamptz,
  add constraint api_keys_name_check check (length(name) between 1 and 100),
  add constraint api_keys_scopes_check
    check (cardinality(scopes) > 0 and scopes <@ array['send', 'read', 'templates', 'account']),
  add constraint api_keys_mode_check check (mode in ('live', 'test'));

comment on column api_keys.created_by is 'Who made it, as the audit names them; null for keys from before this was kept';
comment on column api_keys.last_used_at is 'To the minute: written apart from what the key is used for';
