import type { AccountId, MessageId } from '../../domain/ids.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** Who may be meant by a reply to a sender that somebody has. */
export type Writers = {
  /** The sender's name as its accounts write it. */
  readonly name: string;
  /** The account that has the sender, when it is one account's alone. */
  readonly owner: AccountId | undefined;
  /** The last message to this phone from this sender, of whoever has it. */
  readonly last: { readonly accountId: AccountId; readonly messageId: MessageId } | undefined;
};

type Row = {
  readonly asked: number;
  readonly name: string;
  readonly accounts: number;
  readonly owner: AccountId;
  readonly last_account: AccountId | null;
  readonly last_message: MessageId | null;
};

// A day's messages are found by the index on the recipient; days before the range are not touched.
const FIND_WRITERS = `
  select a.asked::int, a.name, owners.accounts::int, owners.owner,
         last.account_id as last_account, last.id as last_message
  from unnest($1::int[], $2::text[], $3::bigint[]) as a (asked, name, recipient)
  cross join lateral (
    select count(*) as accounts, min(two.account_id) as owner
    from (select s.account_id from senders s
          where s.name = a.name and s.state = 'approved' limit 2) two
  ) owners
  left join lateral (
    select m.account_id, m.id
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
  const { name, accounts, owner, last_account: accountId, last_message: messageId } = row;
  const isWritten = accountId !== null && messageId !== null;
  return {
    name,
    owner: accounts === 1 ? owner : undefined,
    last: isWritten ? { accountId, messageId } : undefined,
  };
}
