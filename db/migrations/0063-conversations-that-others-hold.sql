-- What users change of what they wrote, groups, conversations that another agent holds, and webhook
-- fields that are not followed.

alter table chat_replies
  add column group_id text,
  add column is_standby boolean not null default false,
  add column edited_at timestamptz,
  add column revoked_at timestamptz;
create index chat_replies_changes on chat_replies (account_id, link_id, context_key)
  where kind in ('edit', 'revoke');
comment on column chat_replies.context_key is
  'The platform''s id of the message that it answers, or, of kind edit or revoke, that it changes';
comment on column chat_replies.group_id is 'It was written to this group; null: to the number alone';
comment on column chat_replies.is_standby is 'Another agent held the conversation, and was to answer';
comment on column chat_replies.edited_at is 'When the user last changed it: text is what it says now';
comment on column chat_replies.revoked_at is 'When the user took it back: its text is gone';

alter table conversations
  add column held_by text,
  add column held_at timestamptz,
  add column held_note text;
comment on column conversations.held_by is
  'Who answers on the chat platform: ai_agent, or another; null: the account';
comment on column conversations.held_at is 'When the platform last said who, by its clock';
comment on column conversations.held_note is 'What the one before left for the next';

create table chat_unread_fields (
  field text primary key,
  seen bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  payload text not null
);
comment on table chat_unread_fields is
  'Fields of the platform''s webhook that this program does not follow, each with the beginning of the first that came';
