/**
 * One commit of the first leg for a group that is granted whole: everything is sent in one round
 * trip, with the account's credit and version as conditions that the store checks.
 */
import type { AccountId, TransferId } from '../../../domain/ids.ts';
import type { Draft } from '../../../domain/message/draft.ts';
import { micros, type Micros } from '../../../domain/pricing/money.ts';
import { isNotAll } from '../../../kit/postgres/faults.ts';
import { reserveWhole, type WholeReservation } from '../../../store/ledger/reserve-whole.ts';
import type { Direct } from './direct.ts';
import { acceptanceOf, enqueue, number, type NumberedDraft } from '../../enqueue/enqueue.ts';
import type { Outcome } from './outcome.ts';
import type { JourneyDeps } from '../../deps.ts';

/** Commits a group whole; undefined, and nothing done, when not all of it can be granted. */
export async function commitWhole(
  deps: JourneyDeps,
  drafts: readonly Draft[],
  direct: Direct,
): Promise<readonly Outcome[] | undefined> {
  const nowMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const reservations = sumUp(drafts, newId);
  const numbered = drafts.map((draft) =>
    number(draft, reservations.get(draft.account.id)?.id ?? missing(), newId),
  );
  const leased = direct.offer(numbered, nowMs);
  const settings = { ...deps.settings, leased, lease: deps.lease.current(), nowMs };
  // Of the oldest snapshot: if two requests were judged by different ones, the group is stale.
  const settingsVersion = Math.min(...drafts.map((draft) => draft.settingsVersion));
  const left = await deps.db
    .transact(async (transaction) => {
      const reserved = reserveWhole(transaction, [...reservations.values()], {
        settingsVersion,
        atMs: nowMs,
      });
      await Promise.all([reserved, enqueue(transaction, numbered, settings), transaction.commit()]);
      return reserved;
    })
    .catch((error: unknown) => {
      direct.withdraw();
      if (!isNotAll(error)) throw error;
      return undefined;
    });
  if (left === undefined) return undefined;
  direct.handOver(numbered);
  return answer(numbered, left);
}

/** What the group reserves of each account. */
function sumUp(
  drafts: readonly Draft[],
  newId: () => number,
): ReadonlyMap<AccountId, WholeReservation> {
  const sums = new Map<AccountId, WholeReservation>();
  for (const { account, priceMicros, messages } of drafts) {
    const sum = sums.get(account.id);
    sums.set(account.id, {
      accountId: account.id,
      id: sum?.id ?? (newId() as TransferId),
      amountMicros: micros((sum?.amountMicros ?? 0n) + priceMicros),
      messages: (sum?.messages ?? 0) + messages.length,
      // Of the oldest snapshot: if two requests were judged by different ones, the group is stale.
      accountVersion: Math.min(sum?.accountVersion ?? account.version, account.version),
    });
  }
  return sums;
}

/** Every caller is told what was left after its own request, in the order of arrival. */
function answer(
  numbered: readonly NumberedDraft[],
  left: ReadonlyMap<AccountId, Micros>,
): readonly Outcome[] {
  const after = new Map(left);
  return numbered
    .toReversed()
    .map((draft): Outcome => {
      const { account, priceMicros } = draft.draft;
      const remaining = after.get(account.id) ?? missing();
      after.set(account.id, micros(remaining + priceMicros));
      return { kind: 'accepted', acceptance: acceptanceOf(draft, remaining), replayed: false };
    })
    .toReversed();
}

function missing(): never {
  throw new Error('every account of a group has its reservation');
}
