import type { AccountId, LinkId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** What was known at a moment of a user at a number, by one of the user's names. */
export type SeenUser = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  /** Digits, or the platform's id of the user. */
  readonly userKey: string;
  readonly atMs: number;
};

const OPEN_WINDOWS = `
  insert into chat_windows as w (account_id, link_id, user_key, inbound_at)
  select t.account_id, t.link_id, t.user_key, max(to_timestamp(t.at / 1000))
  from unnest($1::bigint[], $2::int[], $3::text[], $4::float8[])
       as t (account_id, link_id, user_key, at)
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (account_id, link_id, user_key) do update set inbound_at = excluded.inbound_at
    where w.inbound_at < excluded.inbound_at`;

/** Notes when users wrote: the latest of all moments counts, whatever comes in which order. */
export async function openWindows(
  transaction: Transaction,
  users: readonly SeenUser[],
): Promise<void> {
  if (users.length === 0) return;
  await transaction.run('open-chat-windows', OPEN_WINDOWS, lists(users));
}

// Who has not written as far as we know may be told of later, in a message older than the refusal.
const CLOSE_WINDOWS = `
  insert into chat_windows as w (account_id, link_id, user_key, inbound_at, closed_at)
  select t.account_id, t.link_id, t.user_key, '-infinity', max(to_timestamp(t.at / 1000))
  from unnest($1::bigint[], $2::int[], $3::text[], $4::float8[])
       as t (account_id, link_id, user_key, at)
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (account_id, link_id, user_key) do update set closed_at = excluded.closed_at
    where w.closed_at is null or w.closed_at < excluded.closed_at`;

/**
 * Notes that the platform called windows closed at these moments: only what users write from then
 * on opens them. The latest refusal counts beside the latest message, whatever comes first.
 */
export async function closeWindows(
  transaction: Transaction,
  users: readonly SeenUser[],
): Promise<void> {
  if (users.length === 0) return;
  await transaction.run('close-chat-windows', CLOSE_WINDOWS, lists(users));
}

function lists(users: readonly SeenUser[]): readonly unknown[] {
  return [
    users.map((it) => it.accountId),
    users.map((it) => it.linkId),
    users.map((it) => it.userKey),
    users.map((it) => it.atMs),
  ];
}

/** Another name of a recipient of ours. */
export type KnownAs = {
  readonly accountId: AccountId;
  readonly userKey: string;
  readonly recipient: string;
};

const LEARN_NAMES = `
  insert into chat_users as u (account_id, user_key, recipient, seen_at)
  select distinct on (1, 2) t.account_id, t.user_key, t.recipient,
         to_timestamp($4::float8 / 1000)
  from unnest($1::bigint[], $2::text[], $3::bigint[]) as t (account_id, user_key, recipient)
  order by 1, 2
  on conflict (account_id, user_key) do update
    set recipient = excluded.recipient, seen_at = excluded.seen_at
    where u.recipient <> excluded.recipient`;

/** Learns by which names the platform tells of recipients. */
export async function learnNames(
  transaction: Transaction,
  names: readonly KnownAs[],
  atMs: number,
): Promise<void> {
  if (names.length === 0) return;
  await transaction.run('learn-chat-names', LEARN_NAMES, [
    names.map((it) => it.accountId),
    names.map((it) => it.userKey),
    names.map((it) => it.recipient),
    atMs,
  ]);
}

const FIND_PHONES = `
  select t.place::int, u.recipient::text
  from unnest($1::bigint[], $2::text[]) with ordinality as t (account_id, user_key, place)
  join chat_users u on u.account_id = t.account_id and u.user_key = t.user_key`;

/** The numbers of users by other names of theirs, by their places, from 0. */
export async function findPhones(
  transaction: Transaction,
  users: readonly { readonly accountId: AccountId; readonly userKey: string }[],
): Promise<ReadonlyMap<number, string>> {
  if (users.length === 0) return new Map();
  type Row = { readonly place: number; readonly recipient: string };
  const rows = await transaction.run<Row>('find-chat-phones', FIND_PHONES, [
    users.map((it) => it.accountId),
    users.map((it) => it.userKey),
  ]);
  return new Map(rows.map((row) => [row.place - 1, row.recipient]));
}
