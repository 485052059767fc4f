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
import { leaveQueue, leaveQueueUnheld, putBack } from '../../store/queue/close-queued.ts';
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

/** Writes a group; true when the transaction commits. */
export async function settle(transaction: Transaction, words: Words, desk: Desk): Promise<Settled> {
  const { judgements, late } = words;
  const leaving = judgements.filter(({ state }) => state !== 'waiting');
  const found = await lookUp(transaction, words, desk);
  const [left, returned, leftLate] = await Promise.all([
    leaveQueue(transaction, leaving),
    putBack(transaction, toPutBack(judgements)),
    leaveQueueUnheld(transaction, late),
  ]);
  const moves = toMoves(judgements, [...left, ...returned], desk.newId);
  const lateMoves = toMoves(late, leftLate, desk.newId);
  const matched = matchAll(words, found, desk);
  const { recorded, kept } = sortReceipts(matched);
  const judged = recorded.map((it) =>
    desk.oneReceiptForAll(it.linkId) ? { ...it, parts: 1 } : it,
  );
  const several = judged.filter(({ parts }) => parts > 1);
  const closings = toClosings(judged, await readPartStates(transaction, several));
  const refunds = desk.refundsFailed ? await refund(transaction, closings, desk) : [];
  const others = words.inbound.flatMap((it) =>
    it.kind === 'receipt' ? [] : [keepOther(it.linkId, it.kind, it.raw)],
  );
  await Promise.all([
    insertAttempts(transaction, toAttempts([...judgements, ...late]), desk.nowMs),
    recordSubmissions(transaction, [...moves.submissions, ...lateMoves.submissions], desk.nowMs),
    recordReceipts(transaction, recorded, desk.nowMs),
    closeMessages(transaction, closings, desk.nowMs),
    writeTransfers(
      transaction,
      [...moves.transfers, ...lateMoves.transfers, ...refunds],
      desk.nowMs,
    ),
    keepReceipts(transaction, [...kept, ...others], desk.nowMs),
  ]);
  return { sent: moves.submissions.length, closed: closings.length, kept: [...kept, ...others] };
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
  readonly parked: readonly MatchedReceipt['receipt'][];
};

/** Asks the store for what memory does not know; most groups ask nothing here. */
async function lookUp(transaction: Transaction, words: Words, desk: Desk): Promise<LookedUp> {
  const taken = takenNames([...words.judgements, ...words.late]);
  const unknown = words.inbound
    .filter((it): it is Receipt => it.kind === 'receipt')
    .filter((it) => desk.recall(it.linkId, it.operatorKey) === undefined);
  const releasing = words.judgements.filter(({ releaseMicros }) => releaseMicros > 0n);
  const accounts = [...new Set(releasing.map(({ accountId }) => accountId))];
  const named = taken.filter((it) => desk.mayBeParked(it.linkId, it.operatorKey));
  const names = [...named, ...words.overtaken];
  const sought = [...unknown, ...words.overtaken];
  const [attempts, early] = await Promise.all([
    findAttempts(transaction, sought, desk.nowMs - limit('receiptMatchDays') * DAY_MS),
    unparkReceipts(transaction, names),
    // Locked in id order before balances move, as every group does.
    lockAll(transaction, accounts),
  ]);
  const parked = early.map(({ linkId, operatorKey, state, error, level, raw }) => ({
    ...{ linkId, operatorKey, error, level, raw },
    state: state === 'waiting' || state === 'sent' ? undefined : state,
  }));
  return { attempts, parked };
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
function matchAll(words: Words, found: LookedUp, desk: Desk): readonly MatchedReceipt[] {
  const stored = new Map(found.attempts.map((it) => [nameOf(it.linkId, it.operatorKey), it]));
  const match = (receipt: MatchedReceipt['receipt']): MatchedReceipt => {
    const remembered = desk.recall(receipt.linkId, receipt.operatorKey);
    const attempt =
      remembered === undefined
        ? stored.get(nameOf(receipt.linkId, receipt.operatorKey))
        : { ...remembered, receiptState: undefined };
    return { receipt, attempt };
  };
  const receipts = words.inbound.filter((it): it is Receipt => it.kind === 'receipt');
  return [...found.parked, ...receipts].map(match);
}

function nameOf(linkId: LinkId, operatorKey: string): string {
  return `${linkId} ${operatorKey}`;
}
