import type { Reader } from '../../kit/postgres/pool.ts';

export type ServerHealth = {
  /** `18.4`. */
  readonly version: string;
  /** The database's clock, in milliseconds since 1970. */
  readonly nowMs: number;
};

const READ_SERVER = `
  select current_setting('server_version') as version, clock_timestamp() as "nowMs"`;

export async function readServer(reader: Reader): Promise<ServerHealth> {
  const [row] = await reader.read<ServerHealth>('read-server', READ_SERVER, []);
  if (row === undefined) throw new Error('a row was selected and did not come');
  return row;
}

/** What the role may do by which a connection has logged in. */
export type RoleHealth = {
  readonly name: string;
  readonly mayWrite: boolean;
  readonly mayChangeTables: boolean;
};

const READ_ROLE = `
  select current_user as name, has_table_privilege('messages', 'insert') as "mayWrite",
    pg_has_role(relowner, 'member') as "mayChangeTables"
  from pg_class where oid = 'messages'::regclass`;

export async function readRole(reader: Reader): Promise<RoleHealth> {
  const [row] = await reader.read<RoleHealth>('read-role', READ_ROLE, []);
  if (row === undefined) throw new Error('a row was selected and did not come');
  return row;
}

const HAS_RECORD = `select to_regclass('schema_migration') is not null as "isThere"`;
const LIST_APPLIED = `select name from schema_migration order by number`;

/** Names of the migrations that the database has had, in order; none: it was never set up. */
export async function listAppliedMigrations(reader: Reader): Promise<readonly string[]> {
  const [record] = await reader.read<{ readonly isThere: boolean }>(
    'has-migration-record',
    HAS_RECORD,
    [],
  );
  if (record?.isThere !== true) return [];
  const rows = await reader.read<{ readonly name: string }>('list-applied', LIST_APPLIED, []);
  return rows.map(({ name }) => name);
}
