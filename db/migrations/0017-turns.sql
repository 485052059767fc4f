-- Messages leave in the order in which they were put in line; those of one account to one person
-- through one chat number one after the other (decision 43).

alter table queue
  add column turn bigint generated always as identity,
  add column recipient bigint,
  add column behind boolean not null default false;

update queue q set recipient = m.recipient
from messages m
where m.account_id = q.account_id and m.id = q.message_id and m.alphabet = 3;

drop index queue_due;
create index queue_due on queue (link_id, priority desc, due_at, turn) where node is null;
create index queue_lane on queue (account_id, link_id, recipient, priority, turn)
  where recipient is not null;

comment on column queue.turn is
  'The order in which messages were put in line: ids tell only the second';
comment on column queue.recipient is
  'Of chat messages: with account, link and priority it is a lane, in which one leaves when the one before is answered';
comment on column queue.behind is
  'Was due while an earlier one of its lane had no answer: whoever hears that answer makes it due; at due_at it is looked at in any case';

-- How often a template may be edited is the platform's to judge.
-- Nodes of the version before still read it.
comment on column chat_templates.edits_ms is 'Not used any more; goes with the next version';
