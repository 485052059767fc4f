-- What the chat platform tells of prices by volume, and its newer ids of sending numbers.

create table chat_tiers (
  account_id bigint not null,
  business_id integer not null,
  effective_month text not null,
  category text not null,
  region text not null,
  tier text not null,
  since timestamptz not null,
  primary key (account_id, business_id, effective_month, category, region, tier),
  foreign key (account_id, business_id) references chat_businesses (account_id, id)
);
comment on table chat_tiers is 'Price tiers by volume that the platform said business accounts have reached, in its words';
comment on column chat_tiers.tier is 'From how many messages of the month to how many, such as 100001:200000';
comment on column chat_tiers.since is 'The earliest that the platform named for it: it may tell one several times';

alter table links add column waac_id text;
comment on column links.waac_id is
  'The platform''s id of the WhatsApp account that has the number, where it told one: nothing uses it before its paths do';
