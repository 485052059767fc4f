/**
 * The commit of a group of results and receipts: records attempts, moves messages forward, posts or
 * releases charges. A group may be repeated in full after a commit whose outcome is unknown: a node
 * that no longer holds a message moves nothing.
 */
import type { InboundReceipt } from '../../domain/carrier/carrier.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId, LinkId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import {
  findAttempts,
  type FoundAttempt,
  insertAttempts,
  readPartStates,
  recordReceipts,
} from '../../store/messages/attempts.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import { closeAlike, settleTakenAlike } from '../../store/messages/settle-alike.ts';
import { insertLost } from '../../store/messages/lost-answers.ts';
import { findFailedBefore, findRefundable } from '../../store/messages/find-refundable.ts';
import {
  closeMessages,
  type Closing,
  recordSubmissions,
  type Submission,
} from '../../store/messages/move-messages.ts';
import {
  hastenKnown,
  hastenLost,
  leaveQueue,
  leaveQueueUnheld,
  leaveQueueWhole,
  putBack,
} from '../../store/queue/close-queued.ts';
import { keepReceipts, type KeptReceipt, unparkReceipts } from '../../store/messages/receipts.ts';
import { type Transfer, writeTransfers } from '../../store/ledger/ledger.ts';
import { endChats } from './end-chats.ts';
import type { AttemptJudgement } from './judge-attempt.ts';
import {
  endsMessage,
  onePerPart,
  splitLate,
  takeSides,
  toIdleAttempts,
  without,
} from './late-answers.ts';
import {
  keepOdd,
  type MatchedReceipt,
  matchReceipts,
  parkedReceipt,
  type Receipt,
  sortReceipts,
  takenNames,
  toClosings,
} from './match-receipts.ts';
import { receiptsAlike, splitReceipts, splitTaken, takenAlike } from './split-alike.ts';
import { toAttempts, toLost, toMoves, toPutBack } from './settle-attempts.ts';

export type Group = {
  readonly judgements: readonly AttemptJudgement[];
  /** Answers to attempts that had been given up as ambiguous. */
  readonly late: readonly AttemptJudgement[];
  readonly receipts: readonly MatchedReceipt[];
  /** Inbound PDUs that cannot be read. */
  readonly others: readonly Exclude<InboundReceipt, Receipt>[];
  /** Ids under which receipts are parked although their attempts are stored by now. */
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
  /** Whether any tariff refunds failed messages. */
  readonly refundsFailed: boolean;
};

/** What a committed group did. */
export type Settled = {
  readonly sent: number;
  readonly closed: number;
  readonly kept: readonly KeptReceipt[];
  /** Lost answers, by what the link does then, and those that arrived after all. */
  readonly lost: Readonly<Record<'resubmit' | 'reconcile' | 'answered', number>>;
};

const NONE_LOST: Settled['lost'] = { resubmit: 0, reconcile: 0, answered: 0 };

/**
 * Whether a group needs nothing looked up: every attempt was taken whole, and every receipt is the
 * final state of a one-part message that an outbox remembers. That is nearly always so.
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

/** After a lost answer a message may fail before it is charged. */
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
 * Writes a plain group in one round trip and commits it. Fails with NOT_ALL, having done nothing,
 * when this node no longer holds every message: `writeResults` then sorts out which.
 */
export async function writePlain(
  transaction: Transaction,
  group: Group,
  context: WriteContext,
): Promise<Settled> {
  const { nowMs, newId } = context;
  const { judgements } = group;
  const { submissions, transfers } = toMoves(judgements, newId);
  const paid = submissions.filter(({ settleId }) => settleId !== undefined);
  const settleIds = new Map(paid.map((it) => [it.accountId, it.settleId]));
  const taken = splitTaken(judgements);
  const others = new Set(taken.rest.map(({ messageId }) => messageId));
  const { recorded, kept } = sortReceipts(group.receipts);
  const receipts = splitReceipts(recorded);
  const closings = toClosings(
    receipts.rest.map((it) => ({ ...it, parts: 1 })),
    [],
  );
  await Promise.all([
    ...taken.alike.map((some) => settleTakenAlike(transaction, takenAlike(some, settleIds), nowMs)),
    leaveQueueWhole(transaction, taken.rest),
    insertAttempts(transaction, toAttempts(taken.rest), nowMs),
    recordSubmissions(
      transaction,
      submissions.filter(({ messageId }) => others.has(messageId)),
      nowMs,
    ),
    ...receipts.alike.map((some) => closeAlike(transaction, receiptsAlike(some), nowMs)),
    recordReceipts(transaction, receipts.rest, nowMs),
    closeMessages(transaction, closings, nowMs),
    writeTransfers(transaction, transfers, nowMs),
    keepReceipts(transaction, kept, nowMs),
    transaction.commit(),
  ]);
  const closed = closings.length + receipts.alike.flat().length;
  return { sent: judgements.length, closed, kept, lost: NONE_LOST };
}

/** Writes any group; used when a group is not plain. */
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
  const { recorded, kept } = sortReceipts(matchReceipts(group, found));
  const judged = recorded.map((it) =>
    context.oneReceiptForAll(it.linkId) ? { ...it, parts: 1 } : it,
  );
  const several = judged.filter(({ parts }) => parts > 1);
  const closings = toClosings(judged, await readPartStates(transaction, several));
  const shelved = [...kept, ...group.others.map((it) => keepOdd(it))];
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
    insertLost(transaction, lostNow, { atMs: context.nowMs }),
    hastenLost(transaction, answers.idle, { atMs: context.nowMs }),
    hastenKnown(transaction, lostNow, { atMs: context.nowMs }),
  ]);
  // After this group's charges, before the final states.
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
    // Locked in id order before balances move, as in every group.
    lockAll(transaction, [...new Set(releasing.map(({ accountId }) => accountId))], context),
  ]);
  return { attempts, parked: early.map(parkedReceipt) };
}

async function lockAll(
  transaction: Transaction,
  accounts: readonly AccountId[],
  { nowMs }: WriteContext,
): Promise<void> {
  if (accounts.length > 0) await lockFunds(transaction, accounts, nowMs);
}

/**
 * Refunds for messages that fail now and whose tariffs refund, and for charges that reach such
 * messages after they failed, for example when a lost answer is explained after its receipt: each a
 * new transfer that names the first. Call it after recording this group's charges and before its
 * final states.
 */
async function refund(
  transaction: Transaction,
  group: { readonly closings: readonly Closing[]; readonly submissions: readonly Submission[] },
  { newId, nowMs }: { readonly newId: () => number; readonly nowMs: number },
): Promise<readonly Transfer[]> {
  const failing = group.closings.filter(
    ({ state }) => state !== 'delivered' && state !== 'unknown',
  );
  const charged = group.submissions.flatMap(({ settleId, ...it }) =>
    settleId === undefined || (it.state !== 'sent' && it.state !== 'waiting')
      ? []
      : [{ ...it, settleId }],
  );
  const [refundable, failedBefore] = await Promise.all([
    findRefundable(transaction, failing),
    findFailedBefore(transaction, charged),
  ]);
  const late = charged.filter(({ messageId }) => failedBefore.has(messageId));
  const all = [...refundable, ...late];
  const accounts: readonly AccountId[] = [...new Set(all.map(({ accountId }) => accountId))];
  if (accounts.length > 0) await lockFunds(transaction, accounts, nowMs);
  return all.map(({ accountId, postedMicros, settleId }) => ({
    accountId,
    id: newId() as TransferId,
    kind: 'refund',
    amountMicros: postedMicros,
    messages: 1,
    refersTo: settleId,
  }));
}
