import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A wish of a user; `stop`: no marketing any more. */
export type ChatWish = {
  readonly accountId: AccountId;
  readonly userKey: string;
  readonly wish: 'stop' | 'start';
  /** When the user said so. */
  readonly atMs: number;
};

// A stop that comes late, behind what was written after it, is over.
const STOP = `
  insert into chat_optouts as o (account_id, recipient, category, source, created_at)
  select t.account_id, t.recipient, 'marketing', $4, to_timestamp(t.at / 1000)
  from unnest($1::bigint[], $2::text[], $3::float8[]) as t (account_id, recipient, at)
  where not exists (
    select from chat_replies r
    where r.account_id = t.account_id and r.user_key = t.recipient and r.wish = 'start'
      and r.written_at > to_timestamp(t.at / 1000))
  order by 1, 2
  on conflict (account_id, recipient) do update set created_at = excluded.created_at
    where o.category = 'marketing' and o.created_at < excluded.created_at
  returning account_id, recipient, xmax = 0 as is_new`;

// Who wants nothing at all said so to staff: a word on marketing does not change that. A stop may
// stand under another name of the same person than the one by which it is taken back.
const START = `
  with told as (
    select t.account_id, t.recipient, t.at,
           case when t.recipient ~ '^[0-9]{1,15}$' then t.recipient::bigint end as phone
    from unnest($1::bigint[], $2::text[], $3::float8[]) as t (account_id, recipient, at)
  ), named as (
    select account_id, recipient, at, recipient as name from told
    union
    select t.account_id, t.recipient, t.at, u.user_key
    from told t join chat_users u on u.account_id = t.account_id and u.recipient = t.phone
    union
    select t.account_id, t.recipient, t.at, u.recipient::text
    from told t join chat_users u on u.account_id = t.account_id and u.user_key = t.recipient
  )
  delete from chat_optouts o
  using named n
  where o.account_id = n.account_id and o.recipient = n.name and o.category = 'marketing'
    and o.created_at <= to_timestamp(n.at / 1000)
  returning n.account_id, n.recipient, true as is_new`;

/**
 * Does what users wish, the last wish of each; gives those by whom anything changed. Wishes may
 * come in any order: a stop stands until the user takes it back later, by whatever name.
 */
export async function heedWishes(
  transaction: Transaction,
  wishes: readonly ChatWish[],
  { source }: { readonly source: string },
): Promise<readonly ChatWish[]> {
  const inOrder = wishes.toSorted((a, b) => a.atMs - b.atMs);
  const last = new Map(inOrder.map((it) => [nameOf(it), it]));
  const { stop = [], start = [] } = Object.groupBy(last.values(), ({ wish }) => wish);
  type Row = {
    readonly account_id: AccountId;
    readonly recipient: string;
    readonly is_new: boolean;
  };
  const lists = (some: readonly ChatWish[]): readonly unknown[] => [
    some.map(({ accountId }) => accountId),
    some.map(({ userKey }) => userKey),
    some.map(({ atMs }) => atMs),
  ];
  const changes = await Promise.all([
    stop.length === 0
      ? []
      : transaction.run<Row>('stop-chat-marketing', STOP, [...lists(stop), source]),
    start.length === 0 ? [] : transaction.run<Row>('start-chat-marketing', START, lists(start)),
  ]);
  const changed = changes.flat().filter((row) => row.is_new);
  const names = new Set(
    changed.map((row) => nameOf({ accountId: row.account_id, userKey: row.recipient })),
  );
  return [...names].flatMap((name) => last.get(name) ?? []);
}

function nameOf({ accountId, userKey }: Pick<ChatWish, 'accountId' | 'userKey'>): string {
  return `${accountId} ${userKey}`;
}

/** A user has one name instead of another. */
export type Renamed = {
  readonly accountId: AccountId;
  readonly before: string;
  readonly after: string;
};

const FOLLOW = `
  insert into chat_optouts (account_id, recipient, category, source, created_at)
  select distinct on (1, 2) o.account_id, t.after, o.category, o.source, o.created_at
  from unnest($1::bigint[], $2::text[], $3::text[]) as t (account_id, before, after)
  join chat_optouts o on o.account_id = t.account_id and o.recipient = t.before
  order by 1, 2
  on conflict (account_id, recipient) do nothing`;

/** What people do not want goes with them to their new names. */
export async function followUsers(
  transaction: Transaction,
  renamed: readonly Renamed[],
): Promise<void> {
  if (renamed.length === 0) return;
  await transaction.run('follow-chat-users', FOLLOW, [
    renamed.map(({ accountId }) => accountId),
    renamed.map(({ before }) => before),
    renamed.map(({ after }) => after),
  ]);
}
