import { applyNews, isOpen, type ChatNews, type ChatRecord } from '../../domain/chat/record.ts';
import type { Verdict } from '../../domain/chat/record.ts';
import { patienceMsOf } from '../../domain/chat/taking.ts';
import type { TransferId } from '../../domain/ids.ts';
import type { LockedChat, WrittenChat } from '../../store/chat-records.ts';
import type { Transfer } from '../../store/transfers.ts';
import { TransferSums } from './post-and-release.ts';

/** A locked message and what became of it. */
export type MovedChat = {
  readonly chat: LockedChat;
  readonly after: ChatRecord;
  /** The platform has spoken: not when we gave it up. */
  readonly isHeard: boolean;
  /** How it calls the message. */
  readonly heardKey?: string;
};

/** What words make of a locked message, in their order, and what became of each of them. */
export function moveBy(
  chat: LockedChat,
  news: readonly ChatNews[],
): Omit<MovedChat, 'heardKey'> & { readonly verdicts: readonly Verdict[] } {
  let after = chat.record;
  const verdicts = news.map((it) => {
    const { record, verdict } = applyNews(after, it);
    after = record;
    return verdict;
  });
  return { chat, after: atOnce(chat.record, after), isHeard: true, verdicts };
}

/** What was charged and given back in one go leaves the books as if it had been neither. */
function atOnce(before: ChatRecord, after: ChatRecord): ChatRecord {
  const isBoth = before.money === 'reserved' && after.money === 'refunded';
  return isBoth ? { ...after, money: 'released' } : after;
}

/** What moved messages are in rows and in the ledger. */
export type ChatWrites = {
  readonly written: readonly WrittenChat[];
  readonly transfers: readonly Transfer[];
};

/** One transfer of a kind for an account; a refund for each message, as it names the first. */
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
    };
  });
  return { written, transfers: [...sums.transfers(), ...refunds] };
}

/** Of an explained one the platform's own time counts again. */
function waitUntilOf({ chat, after }: MovedChat): number | undefined {
  if (!isOpen(after)) return undefined;
  const isExplained = chat.record.lostAtMs !== undefined && after.lostAtMs === undefined;
  return isExplained ? chat.expiresAtMs + patienceMsOf(chat.category) : chat.waitUntilMs;
}
