-- Personalised sends: batches that come from files, the rows of a file that were left out, and files that were
-- uploaded and are worked on later. A node of the version before shows neither, and takes a batch that is being
-- removed for one that is gone.

alter table batches
  add column source text not null default 'numbers' check (source in ('numbers', 'link', 'upload')),
  add column file_kind text check (file_kind in ('text', 'xlsx', 'xls')),
  add column file_rows integer,
  add column left_out integer not null default 0,
  add column last_position integer,
  add column first_message bigint,
  add column last_message bigint,
  add column published_at timestamptz;
comment on table batches is
  'Accepted requests with more than one recipient, and all from files; state 1 = being written (invisible), '
  '2 = published, 3 = being removed (invisible)';
comment on column batches.file_rows is 'Rows of the file that are somebody''s: without the header and empty ones';
comment on column batches.left_out is 'Rows of the file that nothing is sent to; each is in batch_rows';
comment on column batches.last_position is
  'Of its messages, when that is not their number: in a batch from a file the position is the row in the sheet';
comment on column batches.first_message is
  'With last_message: between which ids its messages are; null in those of the version before, whose messages were made '
  'with their batch';
drop index batches_writing;
create index batches_hidden on batches (created_at) where state <> 2;

create table batch_rows (
  account_id bigint,
  batch_id bigint,
  row_number integer,
  code smallint not null check (code in (7, 9, 12)),
  column_letters text,
  shown text not null,
  reason text not null,
  rule text not null,
  primary key (account_id, batch_id, row_number)
);
comment on table batch_rows is
  'Rows of files that nothing is sent to: what stood in column A, the column that is wrong, and the rule it breaks';

create table uploads (
  account_id bigint references accounts,
  batch_id bigint,
  state text not null check (state in ('waiting', 'reading', 'done', 'refused')),
  file_name text not null,
  file_bytes bigint not null,
  request jsonb not null,
  node smallint,
  epoch integer,
  tries smallint not null default 0,
  rows_done integer not null default 0,
  rows_total integer,
  refusal jsonb,
  received_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, batch_id)
);
create index uploads_open on uploads (received_at) where state in ('waiting', 'reading');
comment on table uploads is
  'Files that were taken with 202 and are worked on behind it. batch_id is what the caller was told; the batch itself '
  'is there once the file is read';
comment on column uploads.node is 'With epoch: whose work it is, while the state is reading';
comment on column uploads.rows_total is 'An estimate until the file is read to its end';
comment on column uploads.refusal is 'Reason and details of the failure catalogue, and the first rows that were left out';

create table upload_chunks (
  account_id bigint,
  batch_id bigint,
  chunk integer,
  bytes bytea not null,
  primary key (account_id, batch_id, chunk),
  foreign key (account_id, batch_id) references uploads on delete cascade
);
alter table upload_chunks alter column bytes set storage external;
comment on table upload_chunks is
  'The uploaded file, on the disk of the database before the caller is answered; removed when its upload has ended';
