/**
 * The commit of a group of results and receipts: attempts recorded, messages moved forward, charges
 * posted or released. The whole group may be repeated after a commit whose outcome is unknown:
 * whoever no longer holds a message moves nothing.
 */
import type { InboundWord } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { findAttempts, readPartStates, type FoundAttempt } from '../../store/attempts.ts';
import { insertAttempts } from '../../store/attempts.ts';
import { recordReceipts } from '../../store/attempts.ts';
import { lockFunds } from '../../store/balances.ts';
import { writeTransfers } from '../../store/transfers.ts';
import { insertLost } from '../../store/lost-answers.ts';
import { closeMessages, recordSubmissions } from '../../store/messages/move-messages.ts';
import {
  hastenKnown,
  hastenLost,
  leaveQueue,
  leaveQueueUnheld,
  leaveQueueWhole,
  putBack,
} from '../../store/queue/close-queued.ts';
import {
  keepReceipts,
  unparkReceipts,
  type EarlyReceipt,
  type KeptReceipt,
} from '../../store/receipts.ts';
import type { AttemptJudgement } from './judge-attempt.ts';
import {
  keepUnreadable,
  sortReceipts,
  toClosings,
  type MatchedReceipt,
  type Receipt,
} from './match-receipts.ts';
import {
  endsMessage,
  onePerPart,
  splitLate,
  takeSides,
  toIdleAttempts,
  without,
} from './late-answers.ts';
import { endChats } from './end-chats.ts';
import { refund } from './refund.ts';
import { toAttempts, toLost, toMoves, toPutBack } from './settle-attempts.ts';

/** A group of what was heard. */
export type Group = {
  readonly judgements: readonly AttemptJudgement[];
  /** Answers to attempts that had been given up as ambiguous. */
  readonly late: readonly AttemptJudgement[];
  readonly receipts: readonly MatchedReceipt[];
  /** What came in and cannot be read. */
  readonly others: readonly Exclude<InboundWord, Receipt>[];
  /** Names under which receipts are parked although their attempts are stored by now. */
  readonly overtaken: readonly { readonly linkId: LinkId; readonly operatorKey: string }[];
};

/** What settling needs to know and to ask. */
export type WriteContext = {
  readonly nowMs: number;
  readonly newId: () => number;
  /** Whether receipts may be parked under an operator's id. */
  readonly mayBeParked: (linkId: LinkId, operatorKey: string) => boolean;
  /** Whether the operator of a link sends one receipt for all the parts of a message. */
  readonly oneReceiptForAll: (linkId: LinkId) => boolean;
  /** Whether any tariff gives the charge of a failed message back. */
  readonly refundsFailed: boolean;
};

/** What a committed group came to. */
export type Settled = {
  readonly sent: number;
  readonly closed: number;
  readonly kept: readonly KeptReceipt[];
  /** Attempts whose answers were lost, by what the link does then; and lost ones that came. */
  readonly lost: Readonly<Record<'resubmit' | 'reconcile' | 'answered', number>>;
};

const NONE_LOST: Settled['lost'] = { resubmit: 0, reconcile: 0, answered: 0 };

/**
 * Whether a group needs nothing looked up: every attempt was taken whole, and every receipt is a
 * final word on a message of one part that an outbox remembers. Nearly all groups are.
 */
export function isPlain(group: Group, context: WriteContext): boolean {
  return (
    group.late.length === 0 &&
    group.overtaken.length === 0 &&
    group.others.length === 0 &&
    group.judgements.every((it) => isPlainAttempt(it, context)) &&
    group.receipts.every((it) => isPlainReceipt(it, context)) &&
    !takenNames(group.judgements).some((it) => context.mayBeParked(it.linkId, it.operatorKey))
  );
}

/** After a lost answer a message may have failed before it is charged. */
function isPlainAttempt(
  { state, attempt, wasLost }: AttemptJudgement,
  context: WriteContext,
): boolean {
  return state === 'sent' && (!context.refundsFailed || (attempt === 1 && !wasLost));
}

function isPlainReceipt({ receipt, attempt }: MatchedReceipt, context: WriteContext): boolean {
  const { state, linkId } = receipt;
  if (state === undefined || (context.refundsFailed && state !== 'delivered')) return false;
  return attempt !== undefined && (attempt.parts === 1 || context.oneReceiptForAll(linkId));
}

/**
 * Writes a plain group in one round trip and commits it. Fails with NOT_ALL, and nothing done, when
 * this node does not hold every message any more: then `writeResults` sorts out which.
 */
export async function writePlain(
  transaction: Transaction,
  group: Group,
  context: WriteContext,
): Promise<Settled> {
  const { judgements } = group;
  const moves = toMoves(judgements, context.newId);
  const { recorded, kept } = sortReceipts(group.receipts);
  const closings = toClosings(
    recorded.map((it) => ({ ...it, parts: 1 })),
    [],
  );
  await Promise.all([
    leaveQueueWhole(transaction, judgements),
    insertAttempts(transaction, toAttempts(judgements), context.nowMs),
    recordSubmissions(transaction, moves.submissions, context.nowMs),
    recordReceipts(transaction, recorded, context.nowMs),
    closeMessages(transaction, closings, context.nowMs),
    writeTransfers(transaction, moves.transfers, context.nowMs),
    keepReceipts(transaction, kept, context.nowMs),
    transaction.commit(),
  ]);
  return { sent: judgements.length, closed: closings.length, kept, lost: NONE_LOST };
}

/** Writes any group; for a group that is not plain. */
export async function writeResults(
  transaction: Transaction,
  group: Group,
  context: WriteContext,
): Promise<Settled> {
  const { judgements, late } = group;
  const found = await lookUp(transaction, group, context);
  const [left, returned, leftLate] = await Promise.all([
    leaveQueue(
      transaction,
      judgements.filter(({ leaves }) => leaves),
    ),
    putBack(transaction, toPutBack(judgements)),
    leaveQueueUnheld(transaction, late.filter(endsMessage)),
  ]);
  const { mine: held, others } = takeSides(judgements, { left, returned });
  const answers = splitLate(late, leftLate);
  const mine = await endChats(transaction, held, context.nowMs);
  const ending = await endChats(transaction, answers.ending, context.nowMs);
  const moves = toMoves([...without(mine, leftLate), ...ending], context.newId);
  const { recorded, kept } = sortReceipts(matchAll(group, found));
  const judged = recorded.map((it) =>
    context.oneReceiptForAll(it.linkId) ? { ...it, parts: 1 } : it,
  );
  const several = judged.filter(({ parts }) => parts > 1);
  const closings = toClosings(judged, await readPartStates(transaction, several));
  const shelved = [...kept, ...group.others.map((it) => keepUnreadable(it.linkId, it.raw))];
  const attempts = [
    ...toAttempts(mine),
    ...toIdleAttempts([...others, ...answers.idle]),
    ...toAttempts(ending),
  ];
  const lostNow = toLost(without(mine, leftLate));
  const recording = Promise.all([
    insertAttempts(transaction, onePerPart(attempts), context.nowMs),
    recordSubmissions(transaction, moves.submissions, context.nowMs),
    recordReceipts(transaction, recorded, context.nowMs),
    insertLost(transaction, lostNow, context.nowMs),
    hastenLost(transaction, answers.idle, context.nowMs),
    hastenKnown(transaction, lostNow, context.nowMs),
  ]);
  // After the charges of this very group, before the last words.
  const closing = { closings, submissions: moves.submissions };
  const refunds = context.refundsFailed ? await refund(transaction, closing, context) : [];
  await Promise.all([
    recording,
    closeMessages(transaction, closings, context.nowMs),
    writeTransfers(transaction, [...moves.transfers, ...refunds], context.nowMs),
    keepReceipts(transaction, shelved, context.nowMs),
    transaction.commit(),
  ]);
  const lost = { ...countLost(held), answered: late.length };
  return { sent: moves.submissions.length, closed: closings.length, kept: shelved, lost };
}

function countLost(judgements: readonly AttemptJudgement[]): Omit<Settled['lost'], 'answered'> {
  const lost = judgements.filter((it) => it.results.some(({ kind }) => kind === 'ambiguous'));
  const reconcile = lost.filter(({ lostUntilMs }) => lostUntilMs !== undefined).length;
  return { resubmit: lost.length - reconcile, reconcile };
}

type LookedUp = {
  readonly attempts: readonly FoundAttempt[];
  readonly parked: readonly MatchedReceipt[];
};

/** Asks the store for what memory does not know. */
async function lookUp(
  transaction: Transaction,
  group: Group,
  context: WriteContext,
): Promise<LookedUp> {
  const { judgements, late, overtaken } = group;
  const taken = takenNames([...judgements, ...late]);
  const unknown = group.receipts.flatMap(({ receipt, attempt }) =>
    attempt === undefined ? [receipt] : [],
  );
  const releasing = [...judgements, ...late].filter(({ releaseMicros }) => releaseMicros > 0n);
  const parkable = taken.filter((it) => context.mayBeParked(it.linkId, it.operatorKey));
  const [attempts, early] = await Promise.all([
    findAttempts(
      transaction,
      [...unknown, ...overtaken],
      context.nowMs - limit('receiptMatchDays') * DAY_MS,
    ),
    unparkReceipts(transaction, [...parkable, ...overtaken]),
    // Locked in id order before balances move, as every group does.
    lockAll(transaction, [...new Set(releasing.map(({ accountId }) => accountId))], context),
  ]);
  return { attempts, parked: early.map(parkedReceipt) };
}

function parkedReceipt({ state, ...rest }: EarlyReceipt): MatchedReceipt {
  const word = state === 'waiting' || state === 'sent' ? undefined : state;
  return { receipt: { ...rest, state: word, clues: undefined }, attempt: undefined };
}

async function lockAll(
  transaction: Transaction,
  accounts: readonly AccountId[],
  { nowMs }: WriteContext,
): Promise<void> {
  if (accounts.length > 0) await lockFunds(transaction, accounts, nowMs);
}

function takenNames(judgements: readonly AttemptJudgement[]) {
  return judgements.flatMap(({ linkId, results }) =>
    results.flatMap((result) =>
      result.kind === 'taken' ? [{ linkId, operatorKey: result.operatorKey }] : [],
    ),
  );
}

/**
 * Every receipt of the group, parked ones first, with its attempt: as the outbox remembers it, as
 * the store has it, or as this very group brings it.
 */
function matchAll(group: Group, found: LookedUp): readonly MatchedReceipt[] {
  const attempts = new Map<string, NonNullable<MatchedReceipt['attempt']>>();
  for (const judgement of [...group.judgements, ...group.late]) {
    for (const result of judgement.results) {
      if (result.kind !== 'taken') continue;
      const name = nameOf({ linkId: judgement.linkId, operatorKey: result.operatorKey });
      attempts.set(name, { ...judgement, part: result.part, receiptState: undefined });
    }
  }
  for (const it of found.attempts) attempts.set(nameOf(it), it);
  return [...found.parked, ...group.receipts].map(({ receipt, attempt }) => ({
    receipt,
    attempt: attempt ?? attempts.get(nameOf(receipt)),
  }));
}

function nameOf(name: { readonly linkId: LinkId; readonly operatorKey: string }): string {
  return `${name.linkId} ${name.operatorKey}`;
}
