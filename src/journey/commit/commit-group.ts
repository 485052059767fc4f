/**
 * One commit for what arrives together, texts or chat messages: either everything granted in a
 * group is durable, charged and queued, or nothing is.
 */
import type { AccountId, BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { Claim, Taken } from '../../domain/message/draft.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { isNotAll } from '../../kit/postgres/faults.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { answerKeys } from '../../store/messages/idempotency-keys.ts';
import { reserveWhole, type WholeReservation, writeTransfers } from '../../store/ledger/ledger.ts';
import { chargedAt, grantLookups, keepLookups, lookupTransfer } from '../charge/charge-lookups.ts';
import { reserve, type ReservationRefused } from '../charge/reserve.ts';
import { findRepeats, keepAnswer, type Keyed } from './idempotency.ts';
import type { JourneyDeps } from '../deps.ts';
import type { Direct } from './skip-queue.ts';

/** The outcome of one attempt to commit a draft. With stale settings the draft is made again. */
export type Attempted<Answer> = Taken<Answer> | { readonly kind: 'stale_settings' };

/** What a commit needs to know of a priced request. */
export type AnyDraft = Claim & Keyed;

/** A granted draft with the ids of its messages. */
export type AnyNumbered = {
  readonly draft: AnyDraft;
  readonly reserveId: TransferId;
  readonly id: BatchId;
};

/** What differs between texts and chat messages when a group is committed. */
export type GroupWork<Numbered extends AnyNumbered, Answer> = {
  /** Gives a draft and its messages their ids. */
  number(draft: Numbered['draft'], reserveId: TransferId, newId: () => number): Numbered;
  /** What goes straight to the links of this node. */
  direct(): Direct<Numbered>;
  /** Writes messages and queues them. */
  enqueue(
    transaction: Transaction,
    numbered: readonly Numbered[],
    by: {
      readonly leased: ReadonlySet<MessageId>;
      readonly lease: NodeLease;
      readonly nowMs: number;
    },
  ): Promise<void>;
  answer(numbered: Numbered, remainingMicros: Micros): Answer;
  /** The answer to a draft that its account cannot pay for. */
  refuse(draft: Numbered['draft'], refused: Omit<ReservationRefused, 'kind'>): Taken<Answer>;
};

/**
 * Commits a group. Nearly every group can be granted whole, so that is tried first, in one round
 * trip. If it fails nothing has happened, and the group is judged request by request.
 */
export async function commitGroup<Numbered extends AnyNumbered, Answer>(
  deps: JourneyDeps,
  work: GroupWork<Numbered, Answer>,
  drafts: readonly Numbered['draft'][],
): Promise<readonly Attempted<Answer>[]> {
  const direct = work.direct();
  const group = { drafts, direct };
  let committed: Committed<Numbered, Answer> | undefined;
  try {
    const isPlain = drafts.every(({ idempotency, lookups }) => !idempotency && !lookups);
    if (isPlain) committed = await commitWhole(deps, work, group);
    committed ??= await deps.db.transact((transaction) =>
      commitJudged(deps, work, { ...group, transaction }),
    );
  } catch (error) {
    direct.withdraw();
    throw error;
  }
  direct.handOver(committed.numbered);
  return committed.outcomes;
}

/** Nothing is reserved for a test. */
const NO_TRANSFER = 0 as TransferId;

type Committed<Numbered, Answer> = {
  /** One per draft, in order. */
  readonly outcomes: readonly Attempted<Answer>[];
  /** What was granted. */
  readonly numbered: readonly Numbered[];
};

type Group<Numbered extends AnyNumbered> = {
  readonly drafts: readonly Numbered['draft'][];
  readonly direct: Direct<Numbered>;
};

/**
 * Sends everything in one round trip, with credit and versions as conditions that the store checks.
 * undefined when not all of it can be granted; nothing is done then.
 */
async function commitWhole<Numbered extends AnyNumbered, Answer>(
  deps: JourneyDeps,
  work: GroupWork<Numbered, Answer>,
  { drafts, direct }: Group<Numbered>,
): Promise<Committed<Numbered, Answer> | undefined> {
  const atMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const sums = sumUp(drafts, newId);
  const numbered = drafts.map((draft) => {
    const { account } = draft;
    const reserveId = account.isTest ? NO_TRANSFER : (sums.get(account.id)?.id ?? missing());
    return work.number(draft, reserveId, newId);
  });
  const by = { leased: direct.offer(numbered, atMs), lease: deps.lease.current(), nowMs: atMs };
  // From the oldest snapshot: if two requests were judged by different ones, the group is stale.
  const settingsVersion = Math.min(...drafts.map((draft) => draft.settingsVersion));
  const left = await deps.db
    .transact(async (transaction) => {
      const reserved = reserveWhole(transaction, [...sums.values()], { settingsVersion, atMs });
      await Promise.all([reserved, work.enqueue(transaction, numbered, by), transaction.commit()]);
      return reserved;
    })
    .catch((error: unknown) => {
      if (!isNotAll(error)) throw error;
      direct.withdraw();
      return undefined;
    });
  return left && { outcomes: answerWhole(work, numbered, left), numbered };
}

/** What the group reserves from each account. */
function sumUp(
  drafts: readonly AnyDraft[],
  newId: () => number,
): ReadonlyMap<AccountId, WholeReservation> {
  const sums = new Map<AccountId, WholeReservation>();
  for (const { account, priceMicros, messages } of drafts) {
    const sum = sums.get(account.id);
    sums.set(account.id, {
      accountId: account.id,
      id: sum?.id ?? (newId() as TransferId),
      amountMicros: micros((sum?.amountMicros ?? 0n) + priceMicros),
      messages: (sum?.messages ?? 0) + (account.isTest ? 0 : messages.length),
      // From the oldest snapshot: if two requests were judged by different ones, the group is
      // stale.
      accountVersion: Math.min(sum?.accountVersion ?? account.version, account.version),
    });
  }
  return sums;
}

/** Each answer says what was left after its own request, in order of arrival. */
function answerWhole<Numbered extends AnyNumbered, Answer>(
  work: GroupWork<Numbered, Answer>,
  numbered: readonly Numbered[],
  left: ReadonlyMap<AccountId, Micros>,
): readonly Taken<Answer>[] {
  const after = new Map(left);
  return numbered
    .toReversed()
    .map((granted): Taken<Answer> => {
      const { account, priceMicros } = granted.draft;
      const remaining = after.get(account.id) ?? missing();
      after.set(account.id, micros(remaining + priceMicros));
      return { kind: 'accepted', acceptance: work.answer(granted, remaining), replayed: false };
    })
    .toReversed();
}

/**
 * Locks the accounts, judges every request in order of arrival, answers repeats, and writes what is
 * granted.
 */
async function commitJudged<Numbered extends AnyNumbered, Answer>(
  deps: JourneyDeps,
  work: GroupWork<Numbered, Answer>,
  { drafts, direct, transaction }: Group<Numbered> & { readonly transaction: Transaction },
): Promise<Committed<Numbered, Answer>> {
  const nowMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const repeats = await findRepeats<Answer>(transaction, drafts, nowMs);
  const fresh = drafts.filter((_, index) => repeats[index] === undefined);
  const { reservations, transfers } = await reserve(transaction, fresh, { newId, nowMs });
  const numbered: Numbered[] = [];
  const answers: ReturnType<typeof keepAnswer>[] = [];
  const judged = fresh.map((draft, index): Attempted<Answer> => {
    const reservation = reservations[index] ?? missing();
    if (reservation.kind === 'refused') return work.refuse(draft, reservation);
    if (reservation.kind !== 'reserved') return reservation;
    const { reserveId, remainingMicros, lookups } = reservation;
    const { isTest } = draft.account;
    const transferId = isTest ? NO_TRANSFER : reserveId;
    const granted = work.number(chargedAt(draft, lookups), transferId, newId);
    const acceptance = work.answer(granted, remainingMicros);
    numbered.push(granted);
    answers.push(keepAnswer(draft, acceptance as object));
    return { kind: 'accepted', acceptance, replayed: false };
  });
  const lookups = numbered.flatMap(({ draft, id }) => grantLookups(draft, id, newId));
  const by = { leased: direct.offer(numbered, nowMs), lease: deps.lease.current(), nowMs };
  await Promise.all([
    writeTransfers(transaction, [...transfers, ...lookups.map(lookupTransfer)], nowMs),
    keepLookups(transaction, lookups, nowMs),
    work.enqueue(transaction, numbered, by),
    answerKeys(transaction, answers.flat(), nowMs),
    transaction.commit(),
  ]);
  return { outcomes: inOrder(repeats, judged), numbered };
}

/** Merges the outcomes of fresh drafts and of repeats, in order of arrival. */
function inOrder<Answer>(
  repeats: Awaited<ReturnType<typeof findRepeats<Answer>>>,
  fresh: readonly Attempted<Answer>[],
): readonly Attempted<Answer>[] {
  const rest = fresh[Symbol.iterator]();
  const outcomes: Attempted<Answer>[] = [];
  for (const repeat of repeats) {
    if (repeat === undefined) outcomes.push(rest.next().value ?? missing());
    else if (repeat.kind === 'same_as') outcomes.push(replayOf(outcomes[repeat.index]));
    else outcomes.push(repeat);
  }
  return outcomes;
}

/** The outcome of a request whose twin is in the same group. */
function replayOf<Answer>(first: Attempted<Answer> | undefined): Attempted<Answer> {
  if (first === undefined) throw new Error('a twin stands before the first');
  return first.kind === 'accepted' ? { ...first, replayed: true } : first;
}

function missing(): never {
  throw new Error('a draft of a group lacks its reservation or its outcome');
}
