-- Those who left, or whose role no longer answers, kept conversations that nobody was shown as
-- nobody's.
update conversations c set assigned_user = null
where assigned_user is not null and not exists (
  select from account_users a
  where a.account_id = c.account_id and a.user_id = c.assigned_user
    and a.role in ('owner', 'manager', 'developer', 'agent')
);
