-- What statements are addressed to.

alter table accounts add column address text not null default '' check (length(address) <= 300);
comment on column accounts.address is 'As it stands on statements; empty: not given';
