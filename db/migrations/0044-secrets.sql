-- The hashing key outlives the master key it came from, so that the master key can be changed.

create table secrets (
  hashing_key bytea not null,
  one boolean primary key default true check (one)
);
comment on column secrets.hashing_key is
  'What API keys, sessions and codes are hashed with, sealed under the master key; kept by the first start that finds none';
