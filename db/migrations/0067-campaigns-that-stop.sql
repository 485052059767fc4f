-- Campaigns that the service itself has stopped, because of their template.

alter table batches add column stop_reason text
  check (stop_reason in ('template_paused', 'template_quality'));
comment on column batches.stop_reason is
  'Why the service paused it, while it is paused and if it was cancelled then; null: its account did';
