-- Addresses in campaigns' texts, a short one of each recipient's own, and who has opened them.

create table link_domains (
  account_id bigint primary key references accounts (id),
  domain text not null unique,
  token text not null,
  state text not null default 'pending' check (state in ('pending', 'verified')),
  problem text check (problem in ('unreachable', 'elsewhere')),
  claimed_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  check_at timestamptz
);
create index link_domains_due on link_domains (check_at);
comment on table link_domains is 'Where the short links of an account are: a domain of its own';
comment on column link_domains.token is 'Served at a path of the domain while it leads here';
comment on column link_domains.state is 'Links begin with it while it is verified';
comment on column link_domains.problem is 'What the last look found instead of us; null: nothing';
comment on column link_domains.verified_at is 'When it was last seen to lead here; null: never';
comment on column link_domains.check_at is 'When it is looked at again; null: by a person alone';

create table short_links (
  code text primary key,
  account_id bigint not null,
  batch_id bigint not null,
  message_id bigint not null,
  clicks integer not null default 0,
  first_click_at timestamptz,
  last_click_at timestamptz,
  target text not null
);
create index short_links_of_message on short_links (account_id, message_id);
comment on table short_links is 'Addresses in texts of campaigns, each of one recipient';
comment on column short_links.code is 'The end of its address';
comment on column short_links.clicks is 'Counted up to a bound, without what only looks';
comment on column short_links.target is 'Where it leads; empty: nowhere, as its text is forgotten';

alter table batches add column short_links boolean not null default false;
comment on column batches.short_links is 'The addresses in its texts are those of short_links';
