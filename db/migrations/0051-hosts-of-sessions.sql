-- A session counts at the host where it began.

alter table sessions add column host text;
comment on column sessions.host is 'Where it began, and where alone it counts; null: it began before this was kept';
