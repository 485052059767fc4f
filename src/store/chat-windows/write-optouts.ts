import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A wish of a user; `stop`: no marketing any more. */
export type ChatWish = {
  readonly accountId: AccountId;
  readonly userKey: string;
  readonly wish: 'stop' | 'start';
};

const STOP = `
  insert into chat_optouts (account_id, recipient, category, source, created_at)
  select t.account_id, t.recipient, 'marketing', $3, to_timestamp($4::float8 / 1000)
  from unnest($1::bigint[], $2::text[]) as t (account_id, recipient)
  order by 1, 2
  on conflict (account_id, recipient) do nothing
  returning account_id, recipient`;

// Who wants nothing at all said so to staff: a word on marketing does not change that.
const START = `
  delete from chat_optouts o
  using unnest($1::bigint[], $2::text[]) as t (account_id, recipient)
  where o.account_id = t.account_id and o.recipient = t.recipient and o.category = 'marketing'
  returning o.account_id, o.recipient`;

/** Does what users wish, the last wish of each; gives those by whom anything changed. */
export async function heedWishes(
  transaction: Transaction,
  wishes: readonly ChatWish[],
  by: { readonly source: string; readonly atMs: number },
): Promise<readonly ChatWish[]> {
  const last = new Map(wishes.map((it) => [`${it.accountId} ${it.userKey}`, it]));
  const { stop = [], start = [] } = Object.groupBy(last.values(), ({ wish }) => wish);
  type Row = { readonly account_id: AccountId; readonly recipient: string };
  const names = (some: readonly ChatWish[]): readonly unknown[] => [
    some.map(({ accountId }) => accountId),
    some.map(({ userKey }) => userKey),
  ];
  const [stopped, started] = await Promise.all([
    stop.length === 0
      ? []
      : transaction.run<Row>('stop-chat-marketing', STOP, [...names(stop), by.source, by.atMs]),
    start.length === 0 ? [] : transaction.run<Row>('start-chat-marketing', START, names(start)),
  ]);
  const wish =
    (word: ChatWish['wish']) =>
    (row: Row): ChatWish => ({ accountId: row.account_id, userKey: row.recipient, wish: word });
  return [...stopped.map(wish('stop')), ...started.map(wish('start'))];
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
