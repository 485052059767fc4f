-- Wrong passwords and codes are counted by all nodes together, and across restarts.

create table try_counts (
  key_hash bytea primary key,
  tries integer not null,
  ends_at timestamptz not null
);
create index try_counts_ended on try_counts (ends_at);
comment on table try_counts is
  'How often people have guessed, or asked for codes: by name, by address. Where somebody gave their password, too';
comment on column try_counts.key_hash is
  'The keyed hash of what is counted: names may be passwords that were typed into the wrong field';
comment on column try_counts.ends_at is 'From then on it counts no more. By the database''s clock';
