import type { AccountId, MessageId } from '../../domain/ids.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** Who may be meant by a reply. */
export type Writers = {
  /** The sender's name as its accounts write it. */
  readonly name: string;
  /** The account whose approved sender it is, when it is one account's alone. */
  readonly owner: { readonly accountId: AccountId; readonly route: SenderRoute } | undefined;
  /** Whether several accounts have the sender. */
  readonly isShared: boolean;
  /** The last message to this phone from this sender, of whoever has it. */
  readonly last:
    | {
        readonly accountId: AccountId;
        readonly messageId: MessageId;
        readonly route: SenderRoute;
      }
    | undefined;
};

type Row = {
  readonly asked: number;
  readonly name: string;
  readonly accounts: number;
  readonly owner: AccountId | null;
  readonly owner_route: SenderRoute | null;
  readonly last_account: AccountId | null;
  readonly last_message: MessageId | null;
  readonly last_route: SenderRoute | null;
};

// A day's messages are found by the index on the recipient; days before the range are not touched.
const FIND_WRITERS = `
  select a.asked::int, a.name, owners.accounts::int, owners.owner, owners.owner_route,
         last.account_id as last_account, last.id as last_message, last.route as last_route
  from unnest($1::int[], $2::text[], $3::bigint[]) as a (asked, name, recipient)
  cross join lateral (
    select count(*) as accounts, min(two.account_id) as owner, min(two.route) as owner_route
    from (select s.account_id, s.route from senders s
          where s.name = a.name and s.state = 'approved' limit 2) two
  ) owners
  left join lateral (
    select m.account_id, m.id, s.route
    from messages m
    join senders s on s.account_id = m.account_id and s.id = m.sender_id
    where m.answerable and m.recipient = a.recipient and m.id >= $4::bigint
      and m.sent_at is not null and s.name = a.name and s.state = 'approved'
    order by m.sent_at desc, m.id desc limit 1
  ) last on true
  where owners.accounts > 0
  order by a.asked`;

/** A reply, as far as its owner is asked for. */
export type Asked = {
  /** The names that its sender may have, the likeliest first. */
  readonly names: readonly string[];
  /** The phone it came from; undefined when no message can have gone there. */
  readonly recipient: string | undefined;
};

/** For each reply who may be meant, among messages accepted since; undefined: nobody. */
export async function findWriters(
  transaction: Transaction,
  asked: readonly Asked[],
  sinceMs: number,
): Promise<readonly (Writers | undefined)[]> {
  if (asked.length === 0) return [];
  const lines = asked.flatMap(({ names, recipient }, index) =>
    names.map((name) => ({ index, name, recipient })),
  );
  const rows = await transaction.run<Row>('find-writers', FIND_WRITERS, [
    lines.map(({ index }) => index),
    lines.map(({ name }) => name),
    lines.map(({ recipient }) => recipient ?? null),
    firstIdAt(sinceMs),
  ]);
  const byAsked = Map.groupBy(rows, (row) => row.asked);
  return asked.map((_, index) => toWriters(byAsked.get(index)?.[0]));
}

function toWriters(row: Row | undefined): Writers | undefined {
  if (row === undefined) return undefined;
  const { owner, owner_route: ownerRoute, last_account: accountId } = row;
  const { last_message: messageId, last_route: route } = row;
  const isOne = row.accounts === 1 && owner !== null && ownerRoute !== null;
  const isWritten = accountId !== null && messageId !== null && route !== null;
  return {
    name: row.name,
    owner: isOne ? { accountId: owner, route: ownerRoute } : undefined,
    isShared: row.accounts > 1,
    last: isWritten ? { accountId, messageId, route } : undefined,
  };
}
