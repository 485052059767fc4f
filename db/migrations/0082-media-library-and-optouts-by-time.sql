-- The media library: files of chat messages that an account keeps under a name.

alter table chat_media
  add column name text,
  add column ends_at timestamptz,
  add column preview bytea;
comment on column chat_media.name is 'In the library, or until it left it; null: it is kept as long as messages name it';
comment on column chat_media.ends_at is 'When it leaves the library, or left it; null: never';
comment on column chat_media.preview is 'A small JPEG of it, for lists';
alter table chat_media alter column preview set storage external;

drop index chat_media_age;
create index chat_media_age on chat_media (used_at) where name is null or ends_at is not null;
create index chat_media_library on chat_media (account_id, id) where name is not null;

-- Who opted out of an account since a campaign: found by time, not by looking at all who ever did.
create index optouts_time on optouts (account_id, created_at) where source = 'reply';
create index chat_optouts_time on chat_optouts (account_id, created_at)
  where source in ('reply', 'platform');
