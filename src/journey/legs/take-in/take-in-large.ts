/**
 * The first leg for a request with very many recipients. Its account must not be locked while they
 * are written: a short commit reserves, pieces are written that nobody sees, a short commit
 * publishes, and only then is the caller answered. What a crash leaves unpublished is removed and
 * released by a job (jobs.ts).
 */
import { refuse } from '../../../domain/failure/failure.ts';
import { limit } from '../../../domain/limits.ts';
import { totalMicros, type Acceptance, type Draft } from '../../../domain/message/draft.ts';
import { micros, type Micros } from '../../../domain/pricing/money.ts';
import { CommitUnknown } from '../../../kit/postgres/faults.ts';
import type { Transaction } from '../../../kit/postgres/pool.ts';
import { answerKeys } from '../../../store/idempotency/idempotency-keys.ts';
import { writeTransfers } from '../../../store/ledger/write-transfers.ts';
import { insertBatches, publishBatch } from '../../../store/messages/batches.ts';
import { asDrafted, chargedAt } from '../../charge/charge-lookups.ts';
import { chargeHeld, holdLookups } from '../../charge/held-lookups.ts';
import { insufficientCredit } from '../../charge/insufficient-credit.ts';
import { reserve } from '../../charge/reserve.ts';
import { spendingRefused } from '../../charge/spending-refused.ts';
import {
  acceptanceOf,
  batchOf,
  dueAtOf,
  number,
  type NumberedDraft,
} from '../../enqueue/enqueue.ts';
import { keyAnswer } from '../../enqueue/key-answer.ts';
import { answerRepeats } from '../../enqueue/repeats.ts';
import { makePiece, writePiece } from '../../enqueue/write-piece.ts';
import type { JourneyDeps } from '../../deps.ts';
import { refused, type Outcome } from './outcome.ts';
import { beforePublished, giveUp } from './remove-unpublished.ts';

type Begun =
  | {
      readonly kind: 'begun';
      readonly numbered: NumberedDraft;
      /** With the price of its look-ups held. */
      readonly remainingMicros: Micros;
    }
  | { readonly kind: 'answered'; readonly outcome: Outcome };

/** Takes in a large draft; settles when it is published, or refused with nothing left behind. */
export async function takeInLarge(deps: JourneyDeps, draft: Draft): Promise<Outcome> {
  const begun = await beginLarge(deps, draft);
  if (begun.kind === 'answered') return begun.outcome;
  const { numbered } = begun;
  let acceptance: Acceptance | undefined;
  try {
    await writePieces(deps, numbered);
    acceptance = await publish(deps, begun);
    if (acceptance === undefined) return refused(refuse('store_unavailable'));
  } catch (error) {
    const { id, reserveId } = numbered;
    await giveUp(deps, { accountId: draft.account.id, id, reserveId });
    throw error;
  }
  if (draft.opening?.open !== false) {
    for (const { linkId } of numbered.messages) deps.outboxes.setWaiting(linkId, 0);
  }
  return { kind: 'accepted', acceptance, replayed: false };
}

/** Begins in one commit; when its answer is lost, nothing of it is to stay. */
async function beginLarge(deps: JourneyDeps, draft: Draft): Promise<Begun> {
  let begun: Begun | undefined;
  try {
    return await deps.db.transact(async (transaction) => {
      begun = await begin(deps, transaction, draft);
      return begun;
    });
  } catch (error) {
    if (begun?.kind === 'begun' && error instanceof CommitUnknown) {
      const { id, reserveId } = begun.numbered;
      await giveUp(deps, { accountId: draft.account.id, id, reserveId });
    }
    throw beforePublished(error);
  }
}

async function begin(deps: JourneyDeps, transaction: Transaction, draft: Draft): Promise<Begun> {
  const nowMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const answered = (outcome: Outcome): Begun => ({ kind: 'answered', outcome });
  const [repeat] = await answerRepeats(transaction, [draft], nowMs);
  if (repeat !== undefined && repeat.kind !== 'same_as') return answered(repeat);
  const now = { newId, nowMs };
  const { reservations, transfers } = await reserve(transaction, [draft], now, asDrafted);
  const [reservation] = reservations;
  switch (reservation?.kind) {
    case undefined:
      throw new Error('a draft has its reservation');
    case 'stale_account':
      return answered({ kind: 'stale' });
    case 'stale_settings':
      return answered({ kind: 'stale_settings' });
    case 'over_cap':
      return answered(refused(spendingRefused(totalMicros(draft), reservation.over)));
    case 'insufficient':
      return answered(refused(insufficientCredit(totalMicros(draft), reservation.availableMicros)));
    case 'reserved': {
      const charged = chargedAt(draft, reservation.lookups);
      const numbered = number(charged, reservation.reserveId, newId);
      const { remainingMicros } = reservation;
      await Promise.all([
        writeTransfers(transaction, [...transfers, ...holdLookups(charged, newId)], nowMs),
        insertBatches(transaction, [{ ...batchOf(numbered), priceMicros: totalMicros(charged) }], {
          lease: deps.lease.current(),
          atMs: nowMs,
        }),
        answerKeys(transaction, keyAnswer(draft, undefined), nowMs),
      ]);
      return { kind: 'begun', numbered, remainingMicros };
    }
  }
}

async function writePieces(deps: JourneyDeps, numbered: NumberedDraft): Promise<void> {
  const { draft, id, reserveId, messages } = numbered;
  const batch = { ...draft, ...deps.settings, id, reserveId, acceptedAtMs: deps.clock.nowMs() };
  const piece = limit('pieceMessages');
  for (let from = 0; from < messages.length; from += piece) {
    const next = makePiece(batch, messages.slice(from, from + piece));
    await deps.db
      .transact((transaction) => writePiece(transaction, next))
      .catch((error: unknown) => {
        throw beforePublished(error);
      });
  }
}

/** Makes it visible, charges its look-ups, and gives the answer; undefined: it was given up. */
async function publish(
  deps: JourneyDeps,
  { numbered, remainingMicros }: Begun & { readonly kind: 'begun' },
): Promise<Acceptance | undefined> {
  const { draft, id } = numbered;
  const nowMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const { account, priceMicros } = draft;
  const dueAtMs = dueAtOf(numbered, nowMs);
  const batch = { accountId: account.id, id, dueAtMs, atMs: nowMs, priceMicros };
  return deps.db.transact(async (transaction) => {
    if (!(await publishBatch(transaction, batch))) return undefined;
    const charged = await chargeHeld(transaction, { draft, requestId: id }, { newId, nowMs });
    const givenBack = totalMicros(draft) - totalMicros(charged);
    const remaining = micros(remainingMicros + givenBack);
    const acceptance = acceptanceOf({ ...numbered, draft: charged }, remaining);
    await answerKeys(transaction, keyAnswer(draft, acceptance), nowMs);
    return acceptance;
  });
}
