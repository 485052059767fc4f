-- Chat numbers that the platform has stopped, as a status told, until staff start them again.

alter table links
  add column started_at timestamptz not null default now(),
  add column stopped_at timestamptz,
  add column stop_words text,
  add constraint links_stop_check check ((stopped_at is null) = (stop_words is null));
comment on column links.started_at is
  'When staff last started it. What the platform said of a chat number before that stops it no more';
comment on column links.stopped_at is
  'The platform failed a message of the chat number for a reason of the whole number. Nothing leaves until staff start it';
