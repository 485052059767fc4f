-- Staff look for messages by their number, over all accounts: every message is found by its recipient, not only
-- those that a phone can answer. The index takes the place of the one that held these alone. What operators said
-- beside the plain way is found by its message.

drop index messages_answerable;
create index messages_recipient on messages (recipient, id);
comment on column messages.answerable is
  'The sender is a number, so the phone can reply: replies are matched to these alone';

create index receipts_message on receipts (account_id, message_id) where message_id is not null;
