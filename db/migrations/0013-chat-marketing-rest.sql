-- Chat numbers whose marketing rests after complaints of recipients.

alter table links add column marketing_rests_until timestamptz;
comment on column links.marketing_rests_until is
  'The platform holds the chat number back after complaints (131048): until then its marketing templates wait in line';
