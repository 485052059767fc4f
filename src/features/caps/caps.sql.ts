/** Promotional hours, caps, and what was counted against caps. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { CapRow } from '../../domain/policy/policy.ts';
import type { DayHours, Week } from '../../domain/policy/hours.ts';
import type { ForeignCount, KeyCount } from '../../domain/policy/velocity.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, rowsOf, statement } from '../../kit/postgres/statement.ts';

const CAP = 'id, account_id, scope, sender_route, most, minutes';

/** Rows of the same account, scope and route: without a number there is just one. */
const CLEAR_CAPS = statement(
  'clear-caps',
  `delete from caps
  where account_id is not distinct from :accountId and scope = :scope
    and sender_route is not distinct from :senderRoute
    and (:minutes::int is null or minutes is null)`,
);

const UPSERT_CAP = statement<CapRow>(
  'upsert-cap',
  `insert into caps (account_id, scope, sender_route, most, minutes)
  values (:accountId, :scope, :senderRoute, :most, :minutes)
  on conflict (account_id, scope, sender_route, minutes) do update set most = excluded.most
  returning ${CAP}`,
);

/** Sets a cap, or with neither number nor minutes an exception from it. */
export async function upsertCap(
  transaction: Transaction,
  cap: Omit<CapRow, 'id'>,
): Promise<CapRow> {
  await transaction.run(CLEAR_CAPS, cap);
  return only(await transaction.run(UPSERT_CAP, cap));
}

/** Removes a row; undefined if there is none. */
export const deleteCap = write.one<{ id: number }, CapRow>(
  'delete-cap',
  `delete from caps where id = :id returning ${CAP}`,
);

export const countCaps = read.value<void, { readonly rows: number }>(
  'count-caps',
  `select count(*) as rows from caps`,
);

export const listCaps = read.many<void, CapRow>(
  'list-caps',
  `select ${CAP} from caps order by account_id nulls first, scope, sender_route, minutes, id`,
);

/** Tells the other nodes what this one has counted. Times are those of the database. */
export const writeCounts = write.rows<KeyCount, NodeLease>(
  'write-cap-counts',
  `insert into cap_counts (cap_id, account_id, key, node, epoch, counted, changed_at, ends_at)
  select t.cap_id, t.account_id, t.key, :slot, :epoch, t.counted, clock_timestamp(),
         clock_timestamp() + make_interval(secs => t.ends_in_ms / 1000)
  from ${rowsOf({
    capId: 'int',
    accountId: 'bigint',
    key: 'bigint',
    counted: 'int',
    endsInMs: 'float8',
  })}
  on conflict (cap_id, account_id, key, node, epoch) do update
    set counted = excluded.counted, changed_at = excluded.changed_at, ends_at = excluded.ends_at`,
);

/** What others have counted within the last `sinceMs`, and what stopped nodes left behind. */
export const readCounts = read.many<NodeLease & { sinceMs: number }, ForeignCount>(
  'read-cap-counts',
  `select cap_id, account_id, key, node || ' ' || epoch as "from", counted,
         (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as ends_in_ms
  from cap_counts
  where changed_at > clock_timestamp() - make_interval(secs => :sinceMs::float8 / 1000)
    and ends_at > clock_timestamp() - interval '10 seconds'
    and (node <> :slot or epoch <> :epoch)`,
);

/** Removes what no longer counts. */
export const forgetCounts = write.run(
  'forget-cap-counts',
  `delete from cap_counts where ends_at < now() - interval '10 seconds'`,
);

/** Minutes after midnight, Monday first; null: never. */
export type StoredWeek = readonly (readonly [number, number] | null)[];

export function weekOf(stored: StoredWeek): Week {
  return stored.map((day): DayHours | undefined =>
    day === null ? undefined : { opens: day[0], closes: day[1] },
  );
}

const UPSERT_HOURS = statement(
  'upsert-hours',
  `insert into promotional_hours (account_id, week) values (:accountId, :week::jsonb)
  on conflict (account_id) do update set week = excluded.week`,
);

/** Sets the promotional hours of an account, or everybody's. */
export async function upsertHours(
  transaction: Transaction,
  accountId: AccountId | undefined,
  hours: Week,
): Promise<void> {
  const week = hours.map((day) => (day === undefined ? null : [day.opens, day.closes]));
  await transaction.run(UPSERT_HOURS, { accountId, week });
}

/** Removes an account's own hours; false if it has none. */
export const deleteHours = write.any<{ accountId: AccountId }>(
  'delete-hours',
  `delete from promotional_hours where account_id = :accountId returning account_id`,
);

export type HoursRecord = { readonly accountId: AccountId | undefined; readonly week: Week };

const LIST_HOURS = statement<{
  readonly accountId: AccountId | undefined;
  readonly week: StoredWeek;
}>('list-hours', `select account_id, week from promotional_hours order by account_id nulls first`);

/** The general hours, then those of accounts that have their own. */
export async function listHours(reader: Reader): Promise<readonly HoursRecord[]> {
  const rows = await reader.read(LIST_HOURS);
  return rows.map(({ accountId, week }) => ({ accountId, week: weekOf(week) }));
}
