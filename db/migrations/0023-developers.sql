-- A role for those who write the programs: keys, addresses and sends, but no wordings.

alter table account_users drop constraint account_users_role_check;
alter table account_users add constraint account_users_role_check
  check (role in ('owner', 'manager', 'developer', 'viewer'));
