-- Who has set the address of a webhook since it was made: it ends with them as with its maker.

alter table webhooks add column pointed_by text;
update webhooks w set pointed_by = (
  select a.actor from audit a
  where a.account_id = w.account_id and a.action in ('webhook.add', 'webhook.change')
    and a.detail ->> 'webhook' = w.id::text and a.detail ->> 'url' = w.url
    and a.id > coalesce((
      select max(o.id) from audit o
      where o.account_id = w.account_id and o.action in ('webhook.add', 'webhook.change')
        and o.detail ->> 'webhook' = w.id::text and o.detail ->> 'url' <> w.url), 0)
  order by a.id limit 1);
comment on column webhooks.pointed_by is
  'Who changed its address last, as the audit names them; null: it is as its maker set it';
