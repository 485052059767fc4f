import type { BatchId, TransferId } from '../../../domain/ids.ts';
import type { FileRequest, FileTakenIn, FileWork } from '../../../domain/message/file-send.ts';
import { CommitUnknown } from '../../../kit/postgres/faults.ts';
import type { Transaction } from '../../../kit/postgres/pool.ts';
import { answerKeys } from '../../../store/idempotency/idempotency-keys.ts';
import { beginFileBatch } from '../../../store/messages/file-batches.ts';
import { keyAnswer } from '../../enqueue/key-answer.ts';
import { answerRepeats } from '../../enqueue/repeats.ts';
import type { JourneyDeps } from '../../deps.ts';
import { beforePublished, giveUp, removeUnpublished } from '../take-in/remove-unpublished.ts';

export type BegunFile =
  | {
      readonly kind: 'begun';
      readonly id: BatchId;
      /** Of the transfer that will reserve its price: its messages name it from the start. */
      readonly reserveId: TransferId;
    }
  | { readonly kind: 'answered'; readonly outcome: FileTakenIn };

/**
 * Claims the idempotency key and begins a batch that nobody sees; its node and epoch tell whether
 * somebody still works on it. What an earlier try has left under the same id is removed first.
 */
export async function beginFile(
  deps: JourneyDeps,
  { account, idempotency }: FileRequest,
  { source, id: told }: FileWork,
): Promise<BegunFile> {
  const { db, ids, clock, lease } = deps;
  const accountId = account.id;
  if (told !== undefined) await removeUnpublished(deps, { accountId, id: told });
  const id = told ?? (ids.next() as BatchId);
  const reserveId = ids.next() as TransferId;
  const atMs = clock.nowMs();
  const begin = async (transaction: Transaction): Promise<BegunFile> => {
    const [repeat] = await answerRepeats(transaction, [{ account, idempotency }], atMs);
    if (repeat !== undefined && repeat.kind !== 'same_as') {
      if (repeat.kind !== 'refused') return { kind: 'answered', outcome: repeat };
      return { kind: 'answered', outcome: { ...repeat, leftOut: [], isProven: true } };
    }
    const idempotencyKey = idempotency?.key;
    const batch = { accountId, id, reserveId, source: source.kind, idempotencyKey };
    await Promise.all([
      beginFileBatch(transaction, batch, { lease: lease.current(), atMs }),
      answerKeys(transaction, keyAnswer({ account, idempotency }, undefined), atMs),
    ]);
    return { kind: 'begun', id, reserveId };
  };
  try {
    return await db.transact(begin);
  } catch (error) {
    if (error instanceof CommitUnknown) await giveUp(deps, { accountId, id, reserveId });
    throw beforePublished(error);
  }
}
