-- What comes in from phones: replies, and the parts of them that wait for each other.

create index senders_name on senders (name);

alter table messages add column answerable boolean not null default false;
comment on column messages.answerable is
  'The sender is a number, so the phone can reply: only these are found by their recipient';
create index messages_answerable on messages (recipient) where answerable;

create table replies (
  account_id bigint not null,
  id bigint not null,
  link_id integer not null,
  from_address text not null,
  to_address text not null,
  alphabet smallint not null,
  octets bytea not null,
  text text,
  parts smallint not null,
  parts_expected smallint not null,
  message_id bigint,
  wish text check (wish in ('stop', 'stop_all', 'start')),
  received_at timestamptz not null,
  primary key (account_id, id)
);
comment on table replies is
  'What phones wrote to our senders. account_id 0: nobody''s, kept for staff. text is null when octets cannot be read';
comment on column replies.message_id is
  'The last message that the account had sent to this phone from this sender';
create index replies_newest on replies (account_id, received_at, id);
create index replies_from on replies (account_id, from_address, received_at, id);

create table reply_parts (
  link_id integer not null,
  fingerprint bytea not null,
  from_address text not null,
  to_address text not null,
  reference integer,
  part_count smallint not null,
  part smallint not null,
  alphabet smallint not null,
  octets bytea not null,
  received_at timestamptz not null,
  times integer not null,
  reply_id bigint,
  primary key (link_id, fingerprint)
);
comment on table reply_parts is
  'What operators handed over some minutes ago, so that a repetition is known as one; without reply_id: waits for the rest';
comment on column reply_parts.times is 'How often the operator handed it over';
create index reply_parts_waiting on reply_parts (link_id, from_address, to_address, reference)
  where reply_id is null;
create index reply_parts_age on reply_parts (received_at);
