import {
  applyNews,
  type ChatNews,
  type ChatRecord,
  giveUp,
  isOpen,
  type Verdict,
} from '../../domain/chat/progress.ts';
import { statusTimeoutMsOf } from '../../domain/chat/request.ts';
import type { MessageMove } from '../../domain/event/event.ts';
import type { TransferId } from '../../domain/ids.ts';
import { toldState } from '../../domain/message/message.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Database } from '../../kit/postgres/pool.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import {
  listOverdueAccounts,
  type LockedChat,
  lockOverdue,
  writeRecords,
  type WrittenChat,
} from '../../store/chat/records.ts';
import { noteMoves } from '../../store/messages/event-outbox.ts';
import { type Transfer, writeTransfers } from '../../store/ledger/ledger.ts';
import { TransferSums } from './settle-attempts.ts';

/** A locked message and what became of it. */
export type MovedChat = {
  readonly chat: LockedChat;
  readonly after: ChatRecord;
  /** The platform reported it; false when we gave it up. */
  readonly isHeard: boolean;
  /** As each status left it, in order: all of them may have come together. */
  readonly steps?: readonly ChatRecord[];
  /** The platform's id of the message. */
  readonly heardKey?: string;
};

/** What statuses make of a locked message, in order, and what became of each of them. */
export function moveBy(
  chat: LockedChat,
  news: readonly ChatNews[],
): Omit<MovedChat, 'heardKey'> & { readonly verdicts: readonly Verdict[] } {
  let after = chat.record;
  const steps: ChatRecord[] = [];
  const verdicts = news.map((it) => {
    const { record, verdict } = applyNews(after, it);
    steps.push((after = record));
    return verdict;
  });
  return { chat, after: atOnce(chat.record, after), isHeard: true, steps, verdicts };
}

/** A charge that is given back in the same step leaves no trace in the books. */
function atOnce(before: ChatRecord, after: ChatRecord): ChatRecord {
  const isBoth = before.money === 'reserved' && after.money === 'refunded';
  return isBoth ? { ...after, money: 'released' } : after;
}

/** Moved messages as rows and ledger transfers. */
type ChatWrites = {
  readonly written: readonly WrittenChat[];
  readonly transfers: readonly Transfer[];
  /** What the account is told. */
  readonly moves: readonly MessageMove[];
};

/**
 * One transfer of each kind per account; one refund per message, because it names the first
 * transfer.
 */
export function toWrites(
  moved: readonly MovedChat[],
  { newId, nowMs }: { readonly newId: () => number; readonly nowMs: number },
): ChatWrites {
  const sums = new TransferSums(newId);
  const refunds: Transfer[] = [];
  const written = moved.map((it): WrittenChat => {
    const { chat, after, isHeard, heardKey } = it;
    const { accountId, messageId, priceMicros, settleId } = chat;
    const isFirst = chat.record.money === 'reserved';
    if (isFirst && after.money === 'released') sums.add('release', accountId, priceMicros);
    const postId =
      isFirst && after.money === 'posted' ? sums.add('post', accountId, priceMicros) : undefined;
    if (chat.record.money === 'posted' && after.money === 'refunded' && settleId !== undefined) {
      const id = newId() as TransferId;
      const amount = { amountMicros: priceMicros, messages: 1, refersTo: settleId };
      refunds.push({ accountId, id, kind: 'refund', ...amount });
    }
    return {
      accountId,
      messageId,
      record: after,
      posted: postId === undefined ? undefined : { micros: priceMicros, settleId: postId },
      waitUntilMs: waitUntilOf(it),
      isHeard,
      heardKey,
      endedAtMs: isOpen(chat.record) ? nowMs : undefined,
      isTaken: isHeard && chat.inLine !== 'held',
      isHeld: chat.inLine === 'held',
    };
  });
  return { written, transfers: [...sums.transfers(), ...refunds], moves: moved.flatMap(movesOf) };
}

/** Every state that it came through; a status may say both that it arrived and was read. */
function movesOf({ chat, after, steps = [] }: MovedChat): readonly MessageMove[] {
  const { accountId, messageId, record: before } = chat;
  const moves: MessageMove[] = [];
  let told = toldState(before.state, before.reason);
  for (const { state: moved, reason } of [...steps, after]) {
    const state = toldState(moved, reason);
    if (state === told || state === 'waiting') continue;
    moves.push({ accountId, messageId, reason, state });
    told = state;
  }
  if (before.readAtMs === undefined && after.readAtMs !== undefined) {
    moves.push({ accountId, messageId, reason: after.reason, state: 'read' });
  }
  return moves;
}

/** For an explained one the platform's own timestamp counts again. */
function waitUntilOf({ chat, after }: MovedChat): number | undefined {
  if (!isOpen(after)) return undefined;
  const isExplained = chat.record.lostAtMs !== undefined && after.lostAtMs === undefined;
  return isExplained ? chat.expiresAtMs + statusTimeoutMsOf(chat.category) : chat.waitUntilMs;
}

const MOST_AT_ONCE = 500;
/** What is still queued is not given up; it is checked again then. */
const QUEUED_MS = 600_000;

type GiveUpParts = { readonly db: Database; readonly clock: Clock; readonly ids: Ids };

/** Ends messages whose outcome the platform did not report in time. */
export async function giveUpChats({ db, clock, ids }: GiveUpParts): Promise<void> {
  const nowMs = clock.nowMs();
  const context = { nowMs, newId: () => ids.next() };
  const ask = { atMs: nowMs, most: MOST_AT_ONCE };
  let count: number;
  do {
    const accounts = await listOverdueAccounts(db, ask);
    if (accounts.length === 0) return;
    count = await db.transact(async (transaction) => {
      await lockFunds(
        transaction,
        [...new Set(accounts)].toSorted((a, b) => a - b),
        nowMs,
      );
      const overdue = await lockOverdue(transaction, ask);
      const ours = overdue.filter(({ accountId }) => accounts.includes(accountId));
      const moved = ours.map((chat) =>
        chat.inLine === undefined
          ? { chat, after: giveUp(chat.record), isHeard: false }
          : {
              chat: { ...chat, waitUntilMs: nowMs + QUEUED_MS },
              after: chat.record,
              isHeard: false,
            },
      );
      const { written, transfers, moves } = toWrites(moved, context);
      await Promise.all([
        writeRecords(transaction, written, nowMs),
        writeTransfers(transaction, transfers, nowMs),
        noteMoves(transaction, moves, nowMs),
        transaction.commit(),
      ]);
      return ours.length;
    });
  } while (count === MOST_AT_ONCE);
}
