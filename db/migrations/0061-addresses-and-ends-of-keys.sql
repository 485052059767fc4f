-- What statements are addressed to, and by what people tell keys apart.

alter table accounts add column address text not null default '' check (length(address) <= 300);
comment on column accounts.address is 'As it stands on statements; empty: not given';

alter table api_keys add column last_characters text check (length(last_characters) = 4);
comment on column api_keys.last_characters is
  'Of the key, to tell it by; 39 others stay unknown. Null: made before this was kept';
