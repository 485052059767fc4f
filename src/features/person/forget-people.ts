/**
 * Forgets the people of whom accounts have asked it, in pieces of one commit each: what a crash
 * leaves is found again by what is left of it.
 */
import { MINUTE_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Database, Transaction } from '../../kit/postgres/pool.ts';
import type { Seal } from '../../kit/seal.ts';
import {
  deleteReplies,
  forgetInLists,
  forgetMessages,
  forgetNames,
  stopFallbacks,
} from './forget.sql.ts';
import { listDue, lockForgetting, noteForgetting } from './forgettings.sql.ts';
import { sortNames } from './names.sql.ts';
import { personOf } from './person.ts';

type ForgetDeps = {
  readonly db: Pick<Database, 'transact' | 'read'>;
  readonly clock: Clock;
  readonly seal: Pick<Seal, 'hash'>;
};

/** Goes on with all whose turn it is. */
export async function forgetPeople(deps: ForgetDeps): Promise<void> {
  for (const named of await listDue(deps.db, { atMs: deps.clock.nowMs() })) {
    while (await deps.db.transact((transaction) => forgetSome(transaction, named, deps)));
  }
}

type Named = { readonly accountId: AccountId; readonly id: number };

/** Whether there is more to forget at once. */
async function forgetSome(
  transaction: Transaction,
  named: Named,
  { clock, seal }: Pick<ForgetDeps, 'clock' | 'seal'>,
): Promise<boolean> {
  const work = await lockForgetting(transaction, named);
  if (work === undefined) return false;
  const { belowId, digests } = work;
  const person = personOf(seal, named.accountId, sortNames(work.all));
  const piece = { ...person, belowId, most: limit('forgottenRows') };
  const replies = await deleteReplies(transaction, piece);
  await stopFallbacks(transaction, piece);
  const messages = await forgetMessages(transaction, piece);
  const [digest = ''] = digests;
  const lists = await forgetInLists(transaction, { ...piece, ...work, digest });
  const isMore = replies.isMore || messages.isMore || lists.isMore;
  const isOver = !isMore && !messages.isLeft;
  if (isOver) await forgetNames(transaction, person);
  const nowMs = clock.nowMs();
  const waitMs = isMore ? 0 : MINUTE_MS;
  await noteForgetting(transaction, {
    ...named,
    ...lists,
    messages: messages.forgotten,
    replies: replies.deleted,
    lookAtMs: isOver ? undefined : nowMs + waitMs,
    nowMs,
  });
  return isMore;
}
