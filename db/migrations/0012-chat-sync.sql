-- When the templates of a business account were last begun to be compared with the platform's.

alter table chat_businesses add column sync_begun_at timestamptz;
comment on column chat_businesses.sync_begun_at is
  'When a comparison of its templates last began, whoever began it. The regular one keeps its distance';
