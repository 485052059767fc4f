-- Replies of one person to one sender or number are a conversation, which people answer and share out.

create table conversations (
  account_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('sms', 'chat')),
  own text not null,
  other text not null,
  name text,
  last_at timestamptz not null,
  last_by text not null check (last_by in ('them', 'us')),
  last_text text,
  unread int not null default 0,
  assigned_user bigint,
  state text not null default 'open' check (state in ('open', 'closed')),
  primary key (account_id, id),
  unique (account_id, kind, own, other)
);
create index conversations_newest on conversations (account_id, kind, state, last_at, id);
create index conversations_unread on conversations (account_id, last_at, id) where unread > 0;
create index conversations_assigned
  on conversations (account_id, (coalesce(assigned_user, 0)), last_at, id);
create index conversations_other on conversations (account_id, other, last_at, id);
comment on table conversations is 'One person and one sender or number of an account; kept by what takes replies in';
comment on column conversations.id is 'The id of the first reply in it';
comment on column conversations.own is 'The name of a sender; for chat the link of the number';
comment on column conversations.other is 'The phone; for chat as user_key of chat_replies';
comment on column conversations.last_text is 'The beginning of the last reply, or of an answer in free form';
comment on column conversations.unread is 'Replies since somebody read it or answered';

insert into conversations (account_id, id, kind, own, other, last_at, last_by, last_text)
select account_id, min(id), 'sms', to_address, from_address, max(received_at), 'them',
  (array_agg(left(text, 160) order by received_at desc, id desc))[1]
from replies
where account_id > 0
group by account_id, to_address, from_address;

insert into conversations (account_id, id, kind, own, other, name, last_at, last_by, last_text)
select account_id, min(id), 'chat', link_id::text, user_key,
  (array_agg(profile_name order by received_at desc, id desc)
    filter (where profile_name is not null))[1],
  max(received_at), 'them', (array_agg(left(text, 160) order by received_at desc, id desc))[1]
from chat_replies
group by account_id, link_id, user_key;

-- A conversation's replies, and those to one sender.
create index replies_thread on replies (account_id, from_address, to_address, id);
create index replies_to on replies (account_id, to_address, received_at, id);
create index chat_replies_thread on chat_replies (account_id, user_key, link_id, id);
