-- Whether a database is the one its nodes worked on, or was restored from a backup of it.

alter table nodes add column history text;
comment on column nodes.history is
  'The history of the data that this node worked on: the server''s own number, and the timeline of its log. Null: a node of an older version';
