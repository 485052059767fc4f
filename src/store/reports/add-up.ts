/**
 * Sums of what was sent and of what money moved. Triggers write each change of them in the commit
 * that makes it (migration 0046); here the changes are added to the sums. Whoever reads sums adds
 * what is not in them yet.
 */
import { BATCH_STATES } from '../../domain/message/message.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

type Added = { readonly changes: number };

/**
 * Those of a batch that is being written wait; those of one that was removed, or of an earlier try
 * at it, count for nothing.
 */
const addUpUsage = (kind: 'usage' | 'cancel'): string => `
  with due as (
    select c.ctid from ${kind}_changes c
    where c.batch_id is null or not exists (
      select from batches b where b.account_id = c.account_id and b.id = c.batch_id
        and b.reserve_id = c.reserve_id and b.state <> ${BATCH_STATES.published})
    limit :most for update skip locked
  ), gone as (
    delete from ${kind}_changes c where c.ctid = any (array(select ctid from due)) returning *
  ), added as (
    insert into ${kind}_sums as u
    select account_id, day, is_chat, operator_id, template_id, sender_id, state, sum(messages),
      sum(parts), sum(price_micros), sum(posted_micros)
    from gone g
    where g.batch_id is null or exists (
      select from batches b where b.account_id = g.account_id and b.id = g.batch_id
        and b.reserve_id = g.reserve_id)
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(messages) <> 0 or sum(parts) <> 0 or sum(price_micros) <> 0
      or sum(posted_micros) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (account_id, day, is_chat, operator_id, template_id, sender_id, state) do update
    set messages = u.messages + excluded.messages, parts = u.parts + excluded.parts,
        price_micros = u.price_micros + excluded.price_micros,
        posted_micros = u.posted_micros + excluded.posted_micros
  )
  select count(*) as changes from gone`;

const ADD_UP_USAGE = statement<Added>('add-up-usage', addUpUsage('usage'));
/** What was cancelled counts as rejected in the one, and is put right by the other. */
const ADD_UP_CANCELS = statement<Added>('add-up-cancel', addUpUsage('cancel'));

const ADD_UP_LEDGER = statement<Added>(
  'add-up-ledger',
  `with due as (
    select c.ctid from ledger_changes c limit :most for update skip locked
  ), gone as (
    delete from ledger_changes c where c.ctid = any (array(select ctid from due)) returning *
  ), added as (
    insert into ledger_sums as s
    select account_id, day, kind, sum(transfers), sum(amount_micros), sum(change_micros)
    from gone
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (account_id, day, kind) do update
    set transfers = s.transfers + excluded.transfers,
        amount_micros = s.amount_micros + excluded.amount_micros,
        change_micros = s.change_micros + excluded.change_micros
  )
  select count(*) as changes from gone`,
);

/** Adds up to `most` changes of each; returns how many it found of what it found most of. */
export async function addUp(transaction: Transaction, most: number): Promise<number> {
  const usage = only(await transaction.run(ADD_UP_USAGE, { most }));
  const cancels = only(await transaction.run(ADD_UP_CANCELS, { most }));
  const ledger = only(await transaction.run(ADD_UP_LEDGER, { most }));
  return Math.max(usage.changes, cancels.changes, ledger.changes);
}
