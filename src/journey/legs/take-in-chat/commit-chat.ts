/**
 * One commit of the first leg for chat requests: accounts are locked, every request is judged in
 * order of arrival, repeats are answered, and what is granted is written.
 */
import type { ChatTakenIn } from '../../../domain/chat/request.ts';
import type { ChatDraftRequest, ChatNumberedRequest } from '../../../domain/chat/taking.ts';
import type { Refusal } from '../../../domain/failure/failure.ts';
import type { TransferId } from '../../../domain/ids.ts';
import type { Micros } from '../../../domain/pricing/money.ts';
import type { Transaction } from '../../../kit/postgres/pool.ts';
import { answerKeys } from '../../../store/idempotency/idempotency-keys.ts';
import { writeTransfers } from '../../../store/ledger/write-transfers.ts';
import { insufficientCredit } from '../../charge/insufficient-credit.ts';
import type { Reservation } from '../../charge/reserve.ts';
import { reserveChat } from '../../charge/reserve-chat.ts';
import { spendingRefused } from '../../charge/spending-refused.ts';
import { enqueueChat, numberChat, outcomeOf } from '../../enqueue/enqueue-chat.ts';
import { keepChatAnswer, restoreChat } from '../../enqueue/keep-chat-answer.ts';
import { findRepeats, type FoundRepeat } from '../../enqueue/repeats.ts';
import type { JourneyDeps } from '../../deps.ts';

/** What became of one request of a group. With stale settings it is to be priced again. */
export type ChatOutcomeOf = ChatTakenIn | { readonly kind: 'stale_settings' };

/** Commits what can be granted of a group; one outcome for each, in their order. */
export function commitChat(
  deps: JourneyDeps,
  drafts: readonly ChatDraftRequest[],
): Promise<readonly ChatOutcomeOf[]> {
  return deps.db.transact((transaction) => write(deps, transaction, drafts));
}

/** Every entry that passed says why nothing was taken; the others say what they said before. */
export function refuseAll(
  { entries }: Pick<ChatDraftRequest, 'entries'>,
  why: { readonly refusal: Refusal; readonly remainingMicros: Micros },
): ChatTakenIn {
  const { refusal, remainingMicros } = why;
  const results = entries.map((entry) =>
    entry.ok ? { ok: false as const, shown: entry.recipient, refusal } : entry,
  );
  return { kind: 'answered', outcome: { results, remainingMicros }, replayed: false };
}

type Judged = {
  readonly outcome: ChatOutcomeOf;
  readonly numbered: ChatNumberedRequest | undefined;
};

async function write(
  deps: JourneyDeps,
  transaction: Transaction,
  drafts: readonly ChatDraftRequest[],
): Promise<readonly ChatOutcomeOf[]> {
  const nowMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const repeats = await findRepeats(transaction, drafts, nowMs);
  const fresh = drafts.filter((_, index) => repeats[index] === undefined);
  const { reservations, transfers } = await reserveChat(transaction, fresh, { newId, nowMs });
  const judged = fresh.map((draft, index) =>
    judgeChat(draft, reservations[index], (reserveId) => numberChat(draft, reserveId, newId)),
  );
  const numbered = judged.flatMap((it) => (it.numbered === undefined ? [] : [it.numbered]));
  await Promise.all([
    writeTransfers(transaction, transfers, nowMs),
    enqueueChat(transaction, numbered, { lease: deps.lease.current(), nowMs }),
    answerKeys(transaction, judged.flatMap(answerOf), nowMs),
    transaction.commit(),
  ]);
  const outcomes = judged.map(({ outcome }) => outcome)[Symbol.iterator]();
  const inOrder: ChatOutcomeOf[] = [];
  for (const repeat of repeats) inOrder.push(repeatedChat(repeat, inOrder) ?? next(outcomes));
  return inOrder;
}

/** What a reservation means for its request; `number` gives its messages their ids. */
export function judgeChat(
  draft: ChatDraftRequest,
  reservation: Reservation | undefined,
  number: (reserveId: TransferId) => ChatNumberedRequest,
): Judged {
  const without = (outcome: ChatOutcomeOf): Judged => ({ outcome, numbered: undefined });
  switch (reservation?.kind) {
    case undefined:
      throw new Error('every draft has its reservation');
    case 'stale_account':
      return without({ kind: 'stale' });
    case 'stale_settings':
      return without({ kind: 'stale_settings' });
    case 'over_cap':
      return without({
        kind: 'refused',
        refusal: spendingRefused(draft.priceMicros, reservation.over),
      });
    case 'insufficient': {
      const { availableMicros: remainingMicros } = reservation;
      const refusal = insufficientCredit(draft.priceMicros, remainingMicros);
      return without(refuseAll(draft, { refusal, remainingMicros }));
    }
    case 'reserved': {
      const numbered = number(reservation.reserveId);
      const outcome = outcomeOf(numbered, reservation.remainingMicros);
      return { outcome: { kind: 'answered', outcome, replayed: false }, numbered };
    }
  }
}

function answerOf({ outcome, numbered }: Judged) {
  if (outcome.kind !== 'answered' || numbered === undefined) return [];
  return keepChatAnswer(numbered.draft, outcome.outcome);
}

/** The outcome of a request that repeats another; undefined for one that does not. */
export function repeatedChat(
  repeat: FoundRepeat | undefined,
  before: readonly ChatOutcomeOf[],
): ChatOutcomeOf | undefined {
  switch (repeat?.kind) {
    case undefined:
      return undefined;
    case 'refused':
      return repeat;
    case 'answered':
      return { kind: 'answered', outcome: restoreChat(repeat.answer), replayed: true };
    case 'same_as': {
      const first = before[repeat.index];
      if (first === undefined) throw new Error('a twin stands behind the first');
      return first.kind === 'answered' ? { ...first, replayed: true } : first;
    }
  }
}

function next<Item>(items: IterableIterator<Item>): Item {
  const found = items.next();
  if (found.done === true) throw new Error('every fresh draft has its outcome');
  return found.value;
}
