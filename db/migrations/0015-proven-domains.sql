-- A domain counts for an account once somebody has proven that it is the account's, or staff gave their word. What
-- accounts claim waits in a table of its own, with what they are to publish, and changes nothing for anybody.
-- Domains that accounts gave themselves before, and those of which the audit does not tell who gave them, wait
-- too; those that staff gave stay. A node of the version before cannot give domains any more: it knows no proof.

create table host_claims (
  account_id bigint not null references accounts (id),
  host text not null,
  token text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, host)
);
comment on table host_claims is
  'Domains that accounts say are theirs, not proven yet: they change nothing. token: what is to be published';

with claimed as (
  delete from account_hosts h
  where coalesce((
    select a.actor like 'key of account %' from audit a
    where a.account_id = h.account_id and a.action = 'account.host.add'
      and a.detail ->> 'host' = h.host
    order by a.id desc
    limit 1), true)
  returning h.account_id, h.host, h.created_at
)
insert into host_claims (account_id, host, token, created_at)
select account_id, host, replace(gen_random_uuid()::text, '-', ''), created_at from claimed;

alter table account_hosts add column proof text check (proof in ('dns', 'file', 'staff'));
update account_hosts set proof = 'staff';
alter table account_hosts alter column proof set not null;
comment on column account_hosts.proof is
  'What showed that the domain is the account''s: a record in the DNS, a file on it, or the word of staff';
comment on column account_hosts.created_at is 'When it was proven';
