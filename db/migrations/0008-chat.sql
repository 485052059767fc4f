-- The chat platform: business accounts, sending numbers, templates, prices, and accounts' domains.

create table chat_businesses (
  id integer generated always as identity primary key,
  account_id bigint not null references accounts (id),
  platform_id text not null unique check (platform_id ~ '^[0-9]{1,25}$'),
  app_id text check (app_id ~ '^[0-9]{1,25}$'),
  token_sealed bytea not null,
  app_secrets_sealed bytea[] not null check (cardinality(app_secrets_sealed) between 1 and 2),
  verify_token_sealed bytea not null,
  template_limit integer,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  unique (account_id, id)
);
comment on table chat_businesses is
  'Business accounts on the chat platform. A token, secrets and templates belong to one; numbers are links';
comment on column chat_businesses.app_secrets_sealed is
  'What webhooks are signed with, the newest first: two while one replaces the other';
comment on column chat_businesses.template_limit is
  'How many templates the platform allows, as it said at the last sync';

alter table links drop constraint links_carrier_check;
alter table links
  add constraint links_carrier_check check (carrier in ('smpp', 'whatsapp')),
  add column account_id bigint references accounts (id),
  add column business_id integer,
  add foreign key (account_id, business_id) references chat_businesses (account_id, id),
  add constraint links_chat_check
    check ((carrier = 'whatsapp') = (account_id is not null and business_id is not null));
create index links_account on links (account_id) where account_id is not null;
create unique index links_phone_number on links ((config ->> 'phoneNumberId'))
  where carrier = 'whatsapp' and enabled;
comment on column links.account_id is 'Whose sending number it is; links to operators are everybody''s';

alter table accounts
  add column chat_link_id integer references links (id),
  add column chat_collapse_blanks boolean not null default true,
  add column chat_templates_most integer not null default 50 check (chat_templates_most >= 0);
comment on column accounts.chat_link_id is 'The chat number of requests that name none';
comment on column accounts.chat_collapse_blanks is
  'Blank space that the platform refuses in values becomes one blank; false: such a value is refused';
comment on column accounts.chat_templates_most is 'Chat templates that the package plan allows';

create table chat_templates (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity unique,
  business_id integer not null,
  name text not null,
  language text not null,
  platform_id text,
  category text not null,
  state text not null,
  reason text,
  quality text,
  source text,
  components jsonb not null,
  sample_id bigint,
  edits_ms bigint[] not null default '{}',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, id),
  unique (business_id, name, language),
  foreign key (account_id, business_id) references chat_businesses (account_id, id)
);
create index chat_templates_platform on chat_templates (business_id, platform_id);
comment on table chat_templates is
  'A row for each name and language of a business account, for good: its id outlives deletion at the platform';
comment on column chat_templates.platform_id is 'Changes when a name is deleted and made again';
comment on column chat_templates.state is
  'The platform''s word in lower case; words that are not known here are kept as they come';
comment on column chat_templates.components is 'As the platform writes them';
comment on column chat_templates.sample_id is 'The file that we keep as the default of a media header';
comment on column chat_templates.edits_ms is
  'When it was edited in the last 30 days, in milliseconds since 1970: the platform counts';

create table chat_template_changes (
  account_id bigint not null,
  template_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  what text not null
    check (what in ('created', 'state', 'category', 'quality', 'edited', 'wording', 'deleted')),
  from_value text,
  to_value text,
  reason text,
  actor text not null,
  primary key (account_id, template_id, id),
  foreign key (account_id, template_id) references chat_templates (account_id, id)
);
comment on table chat_template_changes is 'What became of a template: when, from, to, why, and by whom';

-- One row of ids with tariffs: messages.tariff_id names a price of either kind, and only one.
create table chat_tariffs (
  id integer primary key default nextval('tariffs_id_seq'),
  account_id bigint references accounts (id),
  category text not null
    check (category in ('marketing', 'utility', 'authentication', 'free_form')),
  price_micros bigint not null check (price_micros >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table chat_tariffs is
  'Price per chat message. The row in force: own account before all, then the latest valid_from. Ids are shared with tariffs';

create table chat_optouts (
  account_id bigint not null references accounts (id),
  recipient text not null,
  category text not null check (category in ('marketing', 'all')),
  source text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, recipient)
);
comment on table chat_optouts is
  'People who want no chat messages of a category from an account; recipient: digits, or the platform''s id of a user who hides the number';

create table account_hosts (
  host text primary key,
  account_id bigint not null references accounts (id),
  created_at timestamptz not null default now()
);
create index account_hosts_account on account_hosts (account_id);
comment on table account_hosts is
  'Domains of accounts: a request on one with the key of another account is refused';
