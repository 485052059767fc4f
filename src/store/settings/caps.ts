import type { CapRow } from '../../domain/policy/caps.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { capOfRow, type StoredCap } from './read-policy.ts';

const COLUMNS = `
  id, account_id as account, scope, sender_route as route, most, minutes`;

/** Rows of the same account, scope and route: without a number they stand alone. */
const CLEAR_CAPS = `
  delete from caps
  where account_id is not distinct from $1 and scope = $2 and sender_route is not distinct from $3
    and ($4::int is null or minutes is null)`;

const UPSERT_CAP = `
  insert into caps (account_id, scope, sender_route, most, minutes) values ($1, $2, $3, $4, $5)
  on conflict (account_id, scope, sender_route, minutes) do update set most = excluded.most
  returning ${COLUMNS}`;

/** Sets a cap, or with neither number nor minutes says that there is none. */
export async function upsertCap(
  transaction: Transaction,
  cap: Omit<CapRow, 'id'>,
): Promise<CapRow> {
  const { accountId, scope, senderRoute, most, minutes } = cap;
  const of = [accountId ?? null, scope, senderRoute ?? null];
  await transaction.run('clear-caps', CLEAR_CAPS, [...of, minutes ?? null]);
  const values = [...of, most ?? null, minutes ?? null];
  const [row] = await transaction.run<StoredCap>('upsert-cap', UPSERT_CAP, values);
  if (row === undefined) throw new Error('a new cap has got no id');
  return capOfRow(row);
}

const DELETE_CAP = `delete from caps where id = $1 returning ${COLUMNS}`;

/** Takes a row away; undefined when there is none. */
export async function deleteCap(transaction: Transaction, id: number): Promise<CapRow | undefined> {
  const [row] = await transaction.run<StoredCap>('delete-cap', DELETE_CAP, [id]);
  return row && capOfRow(row);
}

const COUNT_CAPS = `select count(*) as rows from caps`;

export async function countCaps(reader: Reader): Promise<number> {
  const [row] = await reader.read<{ readonly rows: number }>('count-caps', COUNT_CAPS, []);
  return row?.rows ?? 0;
}

const LIST_CAPS = `
  select ${COLUMNS} from caps order by account_id nulls first, scope, sender_route, minutes, id`;

export async function listCaps(reader: Reader): Promise<readonly CapRow[]> {
  return (await reader.read<StoredCap>('list-caps', LIST_CAPS, [])).map(capOfRow);
}
