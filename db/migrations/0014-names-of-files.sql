-- What a file was called and how large it was, for every batch that came from one. A node of the version before
-- writes neither: its batches have none.

alter table batches
  add column file_name text,
  add column file_bytes bigint;
comment on column batches.file_name is
  'What the caller calls the file, or the last part of its link; null where nobody says, and where uploads has it';
comment on column batches.file_bytes is 'Its size, unpacked if it was fetched; null in those of the version before';
