-- Links pass to another node sooner than what a node has in its hands: new messages need them at once, and a link that
-- two nodes hold for a moment sends nothing twice.

alter table nodes
  add column links_until timestamptz,
  add column witnessed boolean not null default false,
  add column steady_since timestamptz not null default now();
comment on column nodes.links_until is
  'Until when it keeps its links. Null, for a node of an older version: as long as its lease';
comment on column nodes.witnessed is
  'Whether a session of its own holds the advisory lock of its slot: once that is free, the program has ended';
comment on column nodes.steady_since is
  'Since when it renews in time and has that session: whoever was cut off itself cannot tell who is gone';
