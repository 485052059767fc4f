/**
 * A batch: what is too large for one commit is written in pieces that nobody sees, with nothing
 * reserved meanwhile. One short commit then judges the whole batch, reserves, publishes and
 * answers: before it there is no trace, after it nothing can be lost. A job removes what a crash
 * leaves unpublished.
 */
import type { Account } from '../../domain/account/account.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Claim, Refused, Taken } from '../../domain/message/draft.ts';
import type { BatchSource } from '../../domain/message/kept-batch.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { keptKey, testing } from '../../domain/testing/test-mode.ts';
import { type Transaction, transactOrRollBack } from '../../kit/postgres/pool.ts';
import { retryWhileStale } from '../../kit/retry-while-stale.ts';
import { answerKeys } from '../../store/messages/idempotency-keys.ts';
import { writeTransfers } from '../../store/ledger/ledger.ts';
import { beginBatch } from '../../store/batches/file-batches.ts';
import type { BatchTry } from '../../store/batches/remove-batches.ts';
import type { RoutingSnapshot } from '../../store/snapshots/routing-snapshots.ts';
import { chargedAt, grantLookups, keepLookups, lookupTransfer } from '../charge/charge-lookups.ts';
import { reserve, type Reservation } from '../charge/reserve.ts';
import { findRepeat, keepAnswer, type Keyed, type Repeat } from './idempotency.ts';
import type { JourneyDeps } from '../deps.ts';
import { beforePublished, giveUp, removeUnpublished } from './remove-unpublished.ts';

/** The range of ids that holds a batch's messages. */
export type Span = { readonly firstMessage: MessageId; readonly lastMessage: MessageId };

/** A batch that is written and waits to be published. */
type ReadyBatch<Answer> = {
  readonly claim: Claim & Keyed;
  readonly publish: (
    transaction: Transaction,
    by: { readonly priceMicros: Micros; readonly nowMs: number },
  ) => Promise<void>;
  /** Why it may not be published after all, asked when it is paid for. */
  readonly mayPublish?: (transaction: Transaction) => Promise<Refusal | undefined>;
  readonly answer: (charged: Claim, remainingMicros: Micros) => Answer;
  readonly holds: Holds;
};

/** Whether what a batch was judged by still holds after a change. */
export type Holds = {
  account(fresh: Account): boolean;
  settings(fresh: RoutingSnapshot): boolean;
};

/** The outcome of a batch. With stale settings the batch is made again. */
export type Published<Answer> =
  | (Taken<Answer> & { readonly kind: 'accepted' })
  | Exclude<Reservation, { readonly kind: 'reserved' }>
  | Refused;

/**
 * Claims the idempotency key, begins a batch that nobody sees, and has it written and published;
 * gives it up if that fails.
 * @param id if the caller knows it already: whatever an earlier try left under it is removed.
 */
export async function inBatch<Answer, Outcome extends { readonly kind: string }>(
  deps: JourneyDeps,
  { request, source, id }: { request: Keyed; source: BatchSource; id?: BatchId | undefined },
  write: (batch: BatchTry) => Promise<Outcome>,
): Promise<Outcome | Repeat<Answer>> {
  const accountId = request.account.id;
  if (id !== undefined) await removeUnpublished(deps, { accountId, id });
  const batch: BatchTry = {
    accountId,
    id: id ?? (deps.ids.next() as BatchId),
    // From the start its messages name the transfer that will reserve their price.
    reserveId: deps.ids.next() as TransferId,
  };
  try {
    const repeat = await begin<Answer>(deps, request, { ...batch, source });
    if (repeat !== undefined) return repeat;
    const outcome = await write(batch);
    if (outcome.kind !== 'accepted') await giveUp(deps, batch);
    return outcome;
  } catch (error) {
    await giveUp(deps, batch);
    throw error;
  }
}

/** The node and epoch tell whether somebody is still working on it. */
async function begin<Answer>(
  { db, clock, lease }: JourneyDeps,
  request: Keyed,
  batch: BatchTry & { readonly source: BatchSource },
): Promise<Repeat<Answer> | undefined> {
  const atMs = clock.nowMs();
  const { account, idempotency } = request;
  const idempotencyKey = idempotency && keptKey(account, idempotency.key);
  try {
    return await db.transact(async (transaction) => {
      const repeat = await findRepeat<Answer>(transaction, request, atMs);
      if (repeat !== undefined) return repeat;
      await Promise.all([
        beginBatch(transaction, { ...batch, idempotencyKey }, { lease: lease.current(), atMs }),
        answerKeys(transaction, keepAnswer(request, undefined), atMs),
      ]);
      return undefined;
    });
  } catch (error) {
    throw beforePublished(error);
  }
}

/**
 * Publishes a batch if its account can pay. A change to the account or the settings does not stop
 * it as long as what the batch was judged by still holds.
 */
export async function publishBatch<Answer>(
  deps: JourneyDeps,
  batch: BatchTry,
  ready: ReadyBatch<Answer>,
): Promise<Published<Answer>> {
  const { holds } = ready;
  let { claim } = ready;
  const published = await retryWhileStale(limit('accountReloads'), async () => {
    const outcome = await publish(deps, batch, { ...ready, claim });
    if (outcome.kind === 'stale') {
      const account = await freshAccount(deps, claim.account);
      if (account === undefined || !holds.account(account)) return outcome;
      claim = { ...claim, account };
      return 'stale';
    }
    if (outcome.kind === 'stale_settings') {
      await deps.routing.refresh();
      const fresh = deps.routing.current();
      if (!holds.settings(fresh)) return outcome;
      claim = { ...claim, settingsVersion: fresh.version };
      return 'stale';
    }
    return outcome;
  });
  return published ?? { kind: 'refused', refusal: refuse('store_unavailable') };
}

/** The account as the store has it now, to whoever tests as one that does. */
export async function freshAccount(
  { accounts }: Pick<JourneyDeps, 'accounts'>,
  { id, isTest }: Pick<Account, 'id' | 'isTest'>,
): Promise<Account | undefined> {
  accounts.forget(id);
  const fresh = await accounts.byId(id);
  return isTest ? fresh && testing(fresh) : fresh;
}

/** If a batch cannot be published, nothing has happened to it. */
function publish<Answer>(
  { db, clock, ids }: JourneyDeps,
  batch: BatchTry,
  ready: ReadyBatch<Answer>,
): Promise<Published<Answer>> {
  const nowMs = clock.nowMs();
  const { claim } = ready;
  return transactOrRollBack<Published<Answer>>(db, async (transaction, rollBack) => {
    const newId = (): number => batch.reserveId;
    const { reservations, transfers } = await reserve(transaction, [claim], { newId, nowMs });
    const [reservation] = reservations;
    if (reservation === undefined) throw new Error('a claim has no reservation');
    if (reservation.kind !== 'reserved') return rollBack(reservation);
    const refusal = await ready.mayPublish?.(transaction);
    if (refusal !== undefined) return rollBack({ kind: 'refused', refusal });
    const charged = chargedAt(claim, reservation.lookups);
    const lookups = grantLookups(charged, batch.id, () => ids.next());
    const acceptance = ready.answer(charged, reservation.remainingMicros);
    await Promise.all([
      writeTransfers(transaction, [...transfers, ...lookups.map(lookupTransfer)], nowMs),
      keepLookups(transaction, lookups, nowMs),
      ready.publish(transaction, { priceMicros: charged.priceMicros, nowMs }),
      answerKeys(transaction, keepAnswer(claim, acceptance as object), nowMs),
      transaction.commit(),
    ]);
    return { kind: 'accepted', acceptance, replayed: false };
  });
}
