-- Campaigns have names that their account gives them.

alter table batches add column name text;
comment on column batches.name is 'What its account calls it; null: as its file is called';

alter table uploads add column name text;
comment on column uploads.name is 'As of its batch, which has it from here once it is published';
