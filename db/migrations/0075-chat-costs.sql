-- What the chat platform charges, beside what accounts are charged.

create table chat_costs (
  id integer generated always as identity primary key,
  category text not null,
  country text,
  cost_micros bigint not null check (cost_micros >= 0),
  valid_from timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table chat_costs is
  'What the platform bills for a chat message, in rupees. The row in force: the country''s before that of all others, then the latest valid_from';
comment on column chat_costs.category is 'The platform''s word in its bills, as in chat_messages.pricing';
comment on column chat_costs.country is 'What numbers there begin with: 92; null: every country without a row of its own';
