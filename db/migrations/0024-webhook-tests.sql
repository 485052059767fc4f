-- Every event for trying a webhook out has an id of its own.

comment on table webhook_attempts is
  'Every attempt at a webhook. Of type webhook.test: an id in place of the number of an event';
