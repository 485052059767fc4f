-- Chat numbers whose templates wait because the platform limits their business account.

alter table links add column templates_rest_until timestamptz;
comment on column links.templates_rest_until is
  'The platform limits the business account after misclassified templates (131064): until then the templates of the chat number wait in line, then some ask again';
