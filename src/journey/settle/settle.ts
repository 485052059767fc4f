/**
 * Sixth stage: what operators said, made true. Results of attempts and receipts that arrived
 * together are committed together: attempts recorded, messages moved forward, charges posted or
 * released. The whole group may be repeated after a commit whose outcome is unknown: whoever no
 * longer holds a message moves nothing.
 */
import type { Inbound } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import {
  findAttempts,
  readPartStates,
  type FoundAttempt,
} from '../../store/attempts/find-attempts.ts';
import { insertAttempts } from '../../store/attempts/insert-attempts.ts';
import { recordReceipts } from '../../store/attempts/record-receipts.ts';
import { lockFunds } from '../../store/ledger/lock-funds.ts';
import { writeTransfers, type Transfer } from '../../store/ledger/write-transfers.ts';
import { findRefundable } from '../../store/messages/find-refundable.ts';
import {
  closeMessages,
  recordSubmissions,
  type Closing,
} from '../../store/messages/move-messages.ts';
import {
  leaveQueue,
  leaveQueueUnheld,
  leaveQueueWhole,
  putBack,
} from '../../store/queue/close-queued.ts';
import {
  keepReceipts,
  unparkReceipts,
  type KeptReceipt,
} from '../../store/receipts/keep-receipts.ts';
import type { AttemptJudgement } from './judge-attempt.ts';
import {
  keepOther,
  sortReceipts,
  toClosings,
  type MatchedReceipt,
  type Receipt,
} from './match-receipts.ts';
import { endsMessage, onePerPart, toLateAttempts, withoutLate } from './late-answers.ts';
import { toAttempts, toMoves, toPutBack } from './settle-attempts.ts';

const DAY_MS = 86_400_000;

/** A group of what was heard. */
export type Words = {
  readonly judgements: readonly AttemptJudgement[];
  /** Answers to attempts that had been given up as ambiguous. */
  readonly late: readonly AttemptJudgement[];
  readonly inbound: readonly Inbound[];
  /** Names under which receipts are parked although their attempts are stored by now. */
  readonly overtaken: readonly { readonly linkId: LinkId; readonly operatorKey: string }[];
};

/** What settling needs to know and to ask. */
export type Desk = {
  readonly nowMs: number;
  readonly newId: () => number;
  /**
   * The attempt of an operator's id, if a line still remembers it: then no receipt has closed it
   * yet.
   */
  readonly recall: (linkId: LinkId, operatorKey: string) => Remembered | undefined;
  /** Whether receipts may be parked under an operator's id. */
  readonly mayBeParked: (linkId: LinkId, operatorKey: string) => boolean;
  /** Whether the operator of a link sends one receipt for all the parts of a message. */
  readonly oneReceiptForAll: (linkId: LinkId) => boolean;
  /** Whether any tariff gives the charge of a failed message back. */
  readonly refundsFailed: boolean;
};

export type Remembered = Omit<FoundAttempt, 'linkId' | 'operatorKey' | 'receiptState'>;

/** What a committed group came to. */
export type Settled = {
  readonly sent: number;
  readonly closed: number;
  readonly kept: readonly KeptReceipt[];
};

/**
 * Whether a group needs nothing looked up: every attempt was taken whole, and every receipt is a
 * final word on a message of one part that a line remembers. Nearly all groups are.
 */
export function isPlain(words: Words, desk: Desk): boolean {
  return (
    words.late.length === 0 &&
    words.overtaken.length === 0 &&
    words.judgements.every(({ state }) => state === 'sent') &&
    words.inbound.every((it) => it.kind === 'receipt' && isPlainReceipt(it, desk)) &&
    !takenNames(words.judgements).some((it) => desk.mayBeParked(it.linkId, it.operatorKey))
  );
}

function isPlainReceipt({ linkId, operatorKey, state }: Receipt, desk: Desk): boolean {
  if (state === undefined || (desk.refundsFailed && state !== 'delivered')) return false;
  const attempt = desk.recall(linkId, operatorKey);
  return attempt !== undefined && (attempt.parts === 1 || desk.oneReceiptForAll(linkId));
}

/**
 * Writes a plain group in one round trip and commits it. Fails with NOT_ALL, and nothing done, when
 * this node does not hold every message any more: then `settle` sorts out which.
 */
export async function settlePlain(
  transaction: Transaction,
  words: Words,
  desk: Desk,
): Promise<Settled> {
  const { judgements } = words;
  const moves = toMoves(judgements, judgements, desk.newId);
  const { recorded, kept } = sortReceipts(remember(words, desk));
  const closings = toClosings(
    recorded.map((it) => ({ ...it, parts: 1 })),
    [],
  );
  await Promise.all([
    leaveQueueWhole(transaction, judgements),
    insertAttempts(transaction, toAttempts(judgements), desk.nowMs),
    recordSubmissions(transaction, moves.submissions, desk.nowMs),
    recordReceipts(transaction, recorded, desk.nowMs),
    closeMessages(transaction, closings, desk.nowMs),
    writeTransfers(transaction, moves.transfers, desk.nowMs),
    keepReceipts(transaction, kept, desk.nowMs),
    transaction.commit(),
  ]);
  return { sent: judgements.length, closed: closings.length, kept };
}

/** Writes any group; true when the transaction commits. */
export async function settle(transaction: Transaction, words: Words, desk: Desk): Promise<Settled> {
  const { judgements, late } = words;
  // Before anything is awaited: an answer that comes meanwhile belongs to the next group.
  const remembered = remember(words, desk);
  const found = await lookUp(transaction, words, { desk, remembered });
  const [left, returned, leftLate] = await Promise.all([
    leaveQueue(
      transaction,
      judgements.filter(({ state }) => state !== 'waiting'),
    ),
    putBack(transaction, toPutBack(judgements)),
    leaveQueueUnheld(transaction, late.filter(endsMessage)),
  ]);
  const moves = toMoves(withoutLate(judgements, leftLate), [...left, ...returned], desk.newId);
  const lateMoves = toMoves(late, leftLate, desk.newId);
  const { recorded, kept } = sortReceipts(matchAll(remembered, found));
  const judged = recorded.map((it) =>
    desk.oneReceiptForAll(it.linkId) ? { ...it, parts: 1 } : it,
  );
  const several = judged.filter(({ parts }) => parts > 1);
  const closings = toClosings(judged, await readPartStates(transaction, several));
  const refunds = desk.refundsFailed ? await refund(transaction, closings, desk) : [];
  const others = words.inbound.flatMap((it) =>
    it.kind === 'receipt' ? [] : [keepOther(it.linkId, it.kind, it.raw)],
  );
  const attempts = [...toAttempts(judgements), ...toLateAttempts(late, leftLate)];
  await Promise.all([
    insertAttempts(transaction, onePerPart(attempts), desk.nowMs),
    recordSubmissions(transaction, [...moves.submissions, ...lateMoves.submissions], desk.nowMs),
    recordReceipts(transaction, recorded, desk.nowMs),
    closeMessages(transaction, closings, desk.nowMs),
    writeTransfers(
      transaction,
      [...moves.transfers, ...lateMoves.transfers, ...refunds],
      desk.nowMs,
    ),
    keepReceipts(transaction, [...kept, ...others], desk.nowMs),
    transaction.commit(),
  ]);
  return { sent: moves.submissions.length, closed: closings.length, kept: [...kept, ...others] };
}

/** What a receipt needs to find its attempt: the receipt, and what a line remembers of it. */
function remember(words: Words, desk: Desk): readonly MatchedReceipt[] {
  return words.inbound.flatMap((receipt) => {
    if (receipt.kind !== 'receipt') return [];
    return [{ receipt, attempt: attemptOf(desk, receipt.linkId, receipt.operatorKey) }];
  });
}

/**
 * A refund for every message that fails now and whose tariff says so: a new transfer that names the
 * first.
 */
async function refund(
  transaction: Transaction,
  closings: readonly Closing[],
  desk: Desk,
): Promise<readonly Transfer[]> {
  const failing = closings.filter(({ state }) => state !== 'delivered' && state !== 'unknown');
  const refundable = await findRefundable(transaction, failing);
  await lockAll(transaction, [...new Set(refundable.map(({ accountId }) => accountId))]);
  return refundable.map(({ accountId, postedMicros, settleId }) => ({
    accountId,
    id: desk.newId() as TransferId,
    kind: 'refund',
    amountMicros: postedMicros,
    messages: 1,
    refersTo: settleId,
  }));
}

type LookedUp = {
  readonly attempts: readonly FoundAttempt[];
  readonly parked: readonly MatchedReceipt[];
};

/** Asks the store for what memory does not know. */
async function lookUp(
  transaction: Transaction,
  words: Words,
  known: { readonly desk: Desk; readonly remembered: readonly MatchedReceipt[] },
): Promise<LookedUp> {
  const { desk, remembered } = known;
  const { judgements, late, overtaken } = words;
  const taken = takenNames([...judgements, ...late]);
  const unknown = remembered.flatMap(({ receipt, attempt }) =>
    attempt === undefined ? [receipt] : [],
  );
  const releasing = [...judgements, ...late].filter(({ releaseMicros }) => releaseMicros > 0n);
  const parkable = taken.filter((it) => desk.mayBeParked(it.linkId, it.operatorKey));
  const [attempts, early] = await Promise.all([
    findAttempts(
      transaction,
      [...unknown, ...overtaken],
      desk.nowMs - limit('receiptMatchDays') * DAY_MS,
    ),
    unparkReceipts(transaction, [...parkable, ...overtaken]),
    // Locked in id order before balances move, as every group does.
    lockAll(transaction, [...new Set(releasing.map(({ accountId }) => accountId))]),
  ]);
  const parked = early.map(({ linkId, operatorKey, state, error, level, raw }): MatchedReceipt => ({
    receipt: {
      ...{ linkId, operatorKey, error, level, raw },
      state: state === 'waiting' || state === 'sent' ? undefined : state,
    },
    attempt: attemptOf(desk, linkId, operatorKey),
  }));
  return { attempts, parked };
}

function attemptOf(desk: Desk, linkId: LinkId, operatorKey: string): MatchedReceipt['attempt'] {
  const known = desk.recall(linkId, operatorKey);
  return known && { ...known, receiptState: undefined };
}

async function lockAll(transaction: Transaction, accounts: readonly AccountId[]): Promise<void> {
  if (accounts.length > 0) await lockFunds(transaction, accounts);
}

function takenNames(judgements: readonly AttemptJudgement[]) {
  return judgements.flatMap(({ linkId, results }) =>
    results.flatMap((result) =>
      result.kind === 'taken' ? [{ linkId, operatorKey: result.operatorKey }] : [],
    ),
  );
}

/** Every receipt of the group, parked ones first, with its attempt. */
function matchAll(
  remembered: readonly MatchedReceipt[],
  found: LookedUp,
): readonly MatchedReceipt[] {
  const stored = new Map(found.attempts.map((it) => [nameOf(it), it]));
  return [...found.parked, ...remembered].map(({ receipt, attempt }) => ({
    receipt,
    attempt: attempt ?? stored.get(nameOf(receipt)),
  }));
}

function nameOf(name: { readonly linkId: LinkId; readonly operatorKey: string }): string {
  return `${name.linkId} ${name.operatorKey}`;
}
