-- How long messages of a template may wait; null: as their sender route says.
alter table templates
  add column validity_minutes integer check (validity_minutes between 1 and 1440);
comment on column templates.variables is
  'In order of first use: [{"name","type","maxLength","optional"}]; not optional when absent';
