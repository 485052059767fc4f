-- Business accounts that may not send, though their numbers answer: such as without a payment method.

alter table chat_businesses add column blocked_words text;
comment on column chat_businesses.blocked_words is
  'What keeps it from sending, as the platform said when it was last asked; null: nothing';
