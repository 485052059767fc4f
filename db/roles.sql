-- The three roles by which the service enters its database, and what each may do there:
--   paigham_owner   owns the tables; migrations and new days are made in its name
--   paigham_writer  reads and writes rows, and changes no table
--   paigham_reader  reads
-- Run it in the service's database, empty or not, as the server's superuser:
--   sudo -u postgres psql --dbname paigham --file db/roles.sql
-- and give each role a password of its own, with psql's \password. It may be run again. What belonged to another
-- role belongs to paigham_owner afterwards. The embedded database runs it at every start: statements that are
-- separated by an empty line are sent one after the other.

do $$
declare
  role text;
begin
  foreach role in array array['paigham_owner', 'paigham_writer', 'paigham_reader'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I login', role);
    end if;
    -- A role may change its own session's beginnings, and would shut the service out.
    execute format('alter role %I reset all', role);
  end loop;
  execute format('alter database %I owner to paigham_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to paigham_reader', current_database());
  execute format('grant connect, temporary on database %I to paigham_writer', current_database());
end $$;

-- Whoever reads must not fill the disk with large objects either.
revoke all on schema public from public;
grant all on schema public to paigham_owner;
grant usage on schema public to paigham_writer, paigham_reader;
revoke execute on function lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea) from public;

-- For what the owner makes from now on: tables of migrations, and days.
alter default privileges for role paigham_owner in schema public
  grant select, insert, update, delete on tables to paigham_writer;
alter default privileges for role paigham_owner in schema public
  grant usage, select on sequences to paigham_writer;
alter default privileges for role paigham_owner in schema public
  grant execute on functions to paigham_writer;
alter default privileges for role paigham_owner in schema public
  grant select on tables to paigham_reader;
alter default privileges for role paigham_owner in schema public
  grant select on sequences to paigham_reader;
alter default privileges for role paigham_owner revoke execute on functions from public;

-- For what is there already. Each table is a transaction: years of days are more than one can lock.
do $$
declare
  it record;
begin
  for it in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relowner <> 'paigham_owner'::regrole
        or not has_table_privilege('paigham_writer', c.oid, 'insert')
        or not has_table_privilege('paigham_reader', c.oid, 'select'))
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop
    execute format('alter table %s owner to paigham_owner', it.name);
    execute format('grant select, insert, update, delete on %s to paigham_writer', it.name);
    execute format('grant select on %s to paigham_reader', it.name);
    commit;
  end loop;
  for it in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and (p.proowner <> 'paigham_owner'::regrole
        or not has_function_privilege('paigham_writer', p.oid, 'execute'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to paigham_owner', it.name);
    execute format('revoke execute on routine %s from public', it.name);
    execute format('grant execute on routine %s to paigham_writer', it.name);
  end loop;
  grant usage, select on all sequences in schema public to paigham_writer;
  grant select on all sequences in schema public to paigham_reader;
end $$;
