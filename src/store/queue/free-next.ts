import type { AccountId, LinkId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** Messages of one account to one person through one link: they leave one after the other. */
export type Lane = {
  readonly accountId: AccountId;
  /** Digits. */
  readonly recipient: string;
  readonly priority: Priority;
};

const FREE_NEXT = `
  update queue q set behind = false, due_at = to_timestamp($5::float8 / 1000)
  from (
    select h.place
    from unnest($2::bigint[], $3::bigint[], $4::smallint[]) as t (account_id, recipient, priority)
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = t.account_id and w.link_id = $1 and w.recipient = t.recipient
        and w.priority = t.priority and w.behind and w.node is null
      order by w.turn limit 1
      for update of w skip locked
    ) as h
  ) as t
  where q.ctid = t.place and q.node is null`;

/**
 * Makes the first of those due that were put behind others of these lanes. Whether something still
 * goes before it, `takeDue` judges. Passes over what somebody else is about to free or to settle.
 * Does not wait for earlier statements.
 */
export async function freeNext(
  transaction: Transaction,
  linkId: LinkId,
  { lanes, atMs }: { readonly lanes: readonly Lane[]; readonly atMs: number },
): Promise<void> {
  if (lanes.length === 0) return;
  await transaction.run(plain('free-next', FREE_NEXT), [
    linkId,
    numberList(lanes.map(({ accountId }) => accountId)),
    lanes.map(({ recipient }) => recipient),
    numberList(lanes.map(({ priority }) => priority)),
    atMs,
  ]);
}

const FREE_FIRST = `
  update queue q set behind = false, due_at = to_timestamp($2::float8 / 1000)
  where q.node is null and q.ctid = any (array(
    select distinct on (w.account_id, w.recipient, w.priority) w.ctid from queue w
    where w.link_id = $1 and w.node is null and w.behind
    order by w.account_id, w.recipient, w.priority, w.turn))`;

/** The same in all lanes of a link: who begins to hold it was told of none. */
export async function freeFirst(
  transaction: Transaction,
  linkId: LinkId,
  atMs: number,
): Promise<void> {
  await transaction.last(plain('free-first', FREE_FIRST), [linkId, atMs]);
}
