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
