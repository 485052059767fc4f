-- Texts can be kept for a shorter time than their messages.

create table forgotten_texts (
  day text primary key
);
comment on table forgotten_texts is 'Days, as partitions are called, of which no text is left';
