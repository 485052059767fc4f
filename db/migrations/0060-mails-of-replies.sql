-- Whether a person is mailed about replies that nobody has read, after how long, and up to when they
-- were told of them.

alter table users add column reply_mail_minutes smallint not null default 0
  check (reply_mail_minutes between 0 and 1440);
comment on column users.reply_mail_minutes is
  'Mailed about replies that stay unread for so long; 0: never';
alter table account_users add column replies_told_until timestamptz;
comment on column account_users.replies_told_until is
  'Replies up to then were mailed to them, if they were unread';
