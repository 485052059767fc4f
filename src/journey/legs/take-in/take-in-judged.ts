/**
 * One commit of the first leg for a group that may not be granted whole: accounts are locked, every
 * request is judged in order of arrival, repeats are answered, and what is granted is written.
 */
import { totalMicros, type Draft } from '../../../domain/message/draft.ts';
import type { Transaction } from '../../../kit/postgres/pool.ts';
import { answerKeys } from '../../../store/idempotency/idempotency-keys.ts';
import { writeTransfers } from '../../../store/ledger/write-transfers.ts';
import {
  chargedAt,
  grantLookups,
  keepLookups,
  lookupTransfer,
} from '../../charge/charge-lookups.ts';
import { insufficientCredit } from '../../charge/insufficient-credit.ts';
import { reserve, type Reservation } from '../../charge/reserve.ts';
import { spendingRefused } from '../../charge/spending-refused.ts';
import type { Direct } from './direct.ts';
import { acceptanceOf, enqueue, number, type NumberedDraft } from '../../enqueue/enqueue.ts';
import { keyAnswer } from '../../enqueue/key-answer.ts';
import { answerRepeats, type Repeats } from '../../enqueue/repeats.ts';
import { refused, type Outcome } from './outcome.ts';
import type { JourneyDeps } from '../../deps.ts';

/** Commits what can be granted of a group. */
export async function commitJudged(
  deps: JourneyDeps,
  drafts: readonly Draft[],
  direct: Direct,
): Promise<readonly Outcome[]> {
  const { outcomes, numbered } = await deps.db
    .transact((transaction) => write(deps, transaction, { drafts, direct }))
    .catch((error: unknown) => {
      direct.withdraw();
      throw error;
    });
  direct.handOver(numbered);
  return outcomes;
}

type Written = {
  readonly outcomes: readonly Outcome[];
  readonly numbered: readonly NumberedDraft[];
};

type Judged = { readonly outcome: Outcome; readonly numbered: NumberedDraft | undefined };

async function write(
  deps: JourneyDeps,
  transaction: Transaction,
  group: { readonly drafts: readonly Draft[]; readonly direct: Direct },
): Promise<Written> {
  const nowMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const repeats = await answerRepeats(transaction, group.drafts, nowMs);
  const fresh = group.drafts.filter((_, index) => repeats.at(index) === undefined);
  const { reservations, transfers } = await reserve(transaction, fresh, { newId, nowMs });
  const judged = fresh.map((draft, index) => judge(draft, reservations[index], newId));
  const numbered = judged.flatMap((it) => (it.numbered === undefined ? [] : [it.numbered]));
  const lookups = numbered.flatMap(({ draft, id }) => grantLookups(draft, id, newId));
  const leased = group.direct.offer(numbered, nowMs);
  await Promise.all([
    writeTransfers(transaction, [...transfers, ...lookups.map(lookupTransfer)], nowMs),
    keepLookups(transaction, lookups, nowMs),
    enqueue(transaction, numbered, {
      ...deps.settings,
      ...{ leased, lease: deps.lease.current(), nowMs },
    }),
    answerKeys(transaction, judged.flatMap(answerOf), nowMs),
    transaction.commit(),
  ]);
  const outcomes = judged.map(({ outcome }) => outcome);
  return { outcomes: inOrder(group.drafts, repeats, outcomes), numbered };
}

function judge(draft: Draft, reservation: Reservation | undefined, newId: () => number): Judged {
  const without = (outcome: Outcome): Judged => ({ outcome, numbered: undefined });
  switch (reservation?.kind) {
    case undefined:
      throw new Error('every draft has its reservation');
    case 'stale_account':
      return without({ kind: 'stale' });
    case 'stale_settings':
      return without({ kind: 'stale_settings' });
    case 'over_cap':
      return without(refused(spendingRefused(totalMicros(draft), reservation.over)));
    case 'insufficient':
      return without(refused(insufficientCredit(totalMicros(draft), reservation.availableMicros)));
    case 'reserved': {
      const numbered = number(chargedAt(draft, reservation.lookups), reservation.reserveId, newId);
      const acceptance = acceptanceOf(numbered, reservation.remainingMicros);
      return { outcome: { kind: 'accepted', acceptance, replayed: false }, numbered };
    }
  }
}

function answerOf({ outcome, numbered }: Judged) {
  if (outcome.kind !== 'accepted' || numbered === undefined) return [];
  return keyAnswer(numbered.draft, outcome.acceptance);
}

/** Puts the outcomes of fresh drafts and of repeats back into the order of arrival. */
function inOrder(
  drafts: readonly Draft[],
  repeats: Repeats,
  fresh: readonly Outcome[],
): readonly Outcome[] {
  const rest = fresh[Symbol.iterator]();
  const outcomes: Outcome[] = [];
  for (let index = 0; index < drafts.length; index += 1) {
    const repeat = repeats.at(index);
    if (repeat === undefined) {
      const next = rest.next();
      if (next.done === true) throw new Error('every fresh draft has its outcome');
      outcomes.push(next.value);
    } else {
      outcomes.push(repeat.kind === 'same_as' ? replayOf(outcomes[repeat.index]) : repeat);
    }
  }
  return outcomes;
}

/** The outcome of a request whose twin is in the same group. */
function replayOf(first: Outcome | undefined): Outcome {
  if (first === undefined) throw new Error('a twin stands behind the first');
  return first.kind === 'accepted' ? { ...first, replayed: true } : first;
}
