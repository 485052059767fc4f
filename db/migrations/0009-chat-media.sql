-- Files of chat messages: kept by us, and where the platform has them.

create table chat_media (
  account_id bigint not null references accounts (id),
  id bigint not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  kind text not null check (kind in ('image', 'video', 'audio', 'document')),
  mime text not null,
  extension text not null,
  bytes integer not null check (bytes > 0),
  kept_at timestamptz not null,
  used_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, sha256, kind)
);
create index chat_media_age on chat_media (used_at);
comment on table chat_media is
  'Files that chat messages and templates name: each content once for an account and what it is shown as';
comment on column chat_media.mime is 'By its content, never by its name or what a server said';
comment on column chat_media.used_at is
  'When a request last named it, to the day. Long after it the file is forgotten, unless a template needs it';

create table chat_media_pieces (
  account_id bigint not null,
  media_id bigint not null,
  piece integer not null,
  content bytea not null,
  primary key (account_id, media_id, piece),
  foreign key (account_id, media_id) references chat_media (account_id, id) on delete cascade
);
-- Pictures and films are packed already.
alter table chat_media_pieces alter column content set storage external;
comment on table chat_media_pieces is 'The content of a file in pieces of one size, from 0';

create table chat_uploads (
  account_id bigint not null,
  media_id bigint not null,
  link_id integer not null references links (id),
  upload_id text not null,
  refresh_at timestamptz not null,
  primary key (account_id, media_id, link_id),
  foreign key (account_id, media_id) references chat_media (account_id, id) on delete cascade
);
comment on table chat_uploads is
  'Under which id the platform has a file for a number; from refresh_at on it is uploaded anew';
