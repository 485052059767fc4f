-- Attempts whose answer was lost, on links that find out before they submit again.

alter table queue add column lost_until timestamptz;
comment on column queue.lost_until is
  'Set: the answer to attempt number `attempt` is lost and the link reconciles. Until then a word may explain it, '
  'after it the operator is asked. Such a row is nobody''s to submit or to move to another link; null: anybody''s';
create index queue_lost on queue (link_id, due_at) where lost_until is not null and node is null;

create table lost_answers (
  account_id bigint not null,
  message_id bigint not null,
  attempt smallint not null,
  part smallint not null,
  link_id integer not null,
  recipient bigint not null,
  reference integer not null,
  lost_at timestamptz not null,
  primary key (account_id, message_id, attempt, part)
);
comment on table lost_answers is
  'What receipts of unknown ids are compared with; a row goes when its attempt is explained, or too old';
create index lost_answers_recipient on lost_answers (link_id, recipient);
create index lost_answers_age on lost_answers (lost_at);

alter table receipts add column recipient bigint, add column reference integer, add column submitted_at timestamptz;
comment on column receipts.recipient is
  'What a parked receipt says of its message besides the id; with reference and submitted_at (the operator''s clock)';
create index receipts_recipient on receipts (link_id, recipient) where kind = 'early' and recipient is not null;
