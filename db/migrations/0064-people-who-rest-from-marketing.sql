-- People to whom the platform lets no more marketing through for a day.

alter table chat_windows add column marketing_rests_until timestamptz;
comment on column chat_windows.marketing_rests_until is
  'The platform withheld marketing from the user (131049): until then the number''s marketing to them waits in line';
