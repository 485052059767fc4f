-- Chat campaigns that fall back to a text for whoever the chat message does not reach.

create table fallbacks (
  account_id bigint not null references accounts (id),
  batch_id bigint not null,
  text_batch_id bigint,
  after_minutes smallint not null check (after_minutes > 0),
  sender text not null,
  template_id bigint not null,
  unicode boolean not null,
  is_test boolean not null,
  messages integer not null,
  parts integer not null,
  price_micros bigint not null,
  without_number integer not null,
  left_out integer not null,
  reached integer not null default 0,
  refused integer not null default 0,
  given_up integer not null default 0,
  stopped integer not null default 0,
  waits_for text,
  starts_at timestamptz,
  look_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, batch_id)
);
create index fallbacks_due on fallbacks (look_at) where look_at is not null;
create unique index fallbacks_texts on fallbacks (account_id, text_batch_id)
  where text_batch_id is not null;
comment on table fallbacks is 'Published batches of chat messages that fall back to a text, and what became of that';
comment on column fallbacks.text_batch_id is 'The batch that its texts are in; null: there are none yet';
comment on column fallbacks.messages is 'With parts and price_micros: the texts that there would be at most, as priced when it was accepted';
comment on column fallbacks.left_out is 'Rows with a number whose values make no text';
comment on column fallbacks.reached is 'Got the chat message in time';
comment on column fallbacks.refused is 'Get no text: they opted out, or no operator carries it; each is a row of batch_rows of the texts';
comment on column fallbacks.given_up is 'The same after a day, most of them for want of credit';
comment on column fallbacks.stopped is 'Cancelled or forgotten before';
comment on column fallbacks.waits_for is 'Why the last texts could not leave, by the failure catalogue; null: they can';
comment on column fallbacks.starts_at is 'It was paused until then: what never left is waited for from then on; null: it never was';
comment on column fallbacks.look_at is 'When its rows are looked at again; null: it is over';

create table fallback_rows (
  account_id bigint not null,
  message_id bigint not null,
  batch_id bigint not null,
  position integer not null,
  said jsonb not null,
  look_at timestamptz not null,
  due_at timestamptz,
  is_late boolean not null default false,
  primary key (account_id, message_id)
);
create index fallback_rows_due on fallback_rows (account_id, batch_id, look_at);
comment on table fallback_rows is 'Chat messages that may still be followed by a text: the commit of the text deletes the row';
comment on column fallback_rows.said is 'The values of the text';
comment on column fallback_rows.due_at is 'Since when a text is due; null: the chat message may still be in time';
comment on column fallback_rows.is_late is 'It has not left in time, so it is to be cancelled before';
