-- Every filter of conversations, alone or together, is a stretch of an index.

drop index conversations_newest, conversations_unread, conversations_assigned;
create index conversations_newest
  on conversations (account_id, kind, state, (unread > 0), last_at, id);
create index conversations_assigned
  on conversations
    (account_id, (coalesce(assigned_user, 0)), kind, state, (unread > 0), last_at, id);
