/**
 * What users of the chat platform write: kept once, linked with the message that it answers, and
 * the 24 hours opened, all in the transaction of whoever works the posts of its webhook off. A word
 * such as STOP is heeded for marketing, from that commit on (decision 34).
 */
import type { ChatReply, ChatWishWord } from '../domain/chat/reply.ts';
import type { ChatInboundWord, ChatUserNames } from '../domain/chat/word.ts';
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId, LinkId, MessageId, ReplyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { readWish } from '../domain/reply/wishes.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { findAttempts } from '../store/attempts/find-attempts.ts';
import { insertChatReplies } from '../store/chat-replies/insert-chat-replies.ts';
import type { ChatWish } from '../store/chat-windows/write-optouts.ts';
import { findPhones, learnNames, openWindows } from '../store/chat-windows/write-windows.ts';

/** An inbound word with the number and account that it is about. */
export type PlacedInbound = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly word: ChatInboundWord;
};

export type KeptChatReplies = {
  readonly kept: number;
  readonly repeated: number;
  /** What users asked for with words that are new. */
  readonly wishes: readonly ChatWish[];
};

/** What a word asks for; undefined: nothing. For whoever has to lock something before. */
export function wishIn({ type, text }: ChatInboundWord): ChatWishWord | undefined {
  if (text === undefined || (type !== 'text' && type !== 'button')) return undefined;
  const wish = readWish(text);
  return wish === 'stop_all' ? 'stop' : wish;
}

/** Keeps what came in; the same again changes nothing. */
export async function keepChatReplies(
  transaction: Transaction,
  inbound: readonly PlacedInbound[],
  { nowMs, newId }: { readonly nowMs: number; readonly newId: () => number },
): Promise<KeptChatReplies> {
  const phones = await findHidden(transaction, inbound);
  const answered = await findAnswered(transaction, inbound, nowMs);
  const replies = inbound.map((it, index): ChatReply => {
    const { word, accountId, linkId } = it;
    const phone = word.user.phone ?? phones.get(index);
    return {
      ...word,
      id: newId() as ReplyId,
      accountId,
      linkId,
      phone,
      userId: word.user.userId,
      userKey: phone ?? word.user.userId ?? '',
      messageId: answered.get(nameOf(it)),
      wish: wishIn(word),
      // A clock that runs ahead opens no window for longer.
      writtenAtMs: Math.min(word.atMs, nowMs),
      receivedAtMs: nowMs,
    };
  });
  const [fresh] = await Promise.all([
    insertChatReplies(transaction, replies),
    openWindows(
      transaction,
      inbound.flatMap((it) => seenIn(it, nowMs)),
    ),
    learnNames(transaction, inbound.flatMap(namesIn), nowMs),
  ]);
  const wishes = replies.flatMap(({ id, accountId, userKey, wish, writtenAtMs: atMs }) =>
    wish === undefined || !fresh.has(id) ? [] : [{ accountId, userKey, wish, atMs }],
  );
  return { kept: fresh.size, repeated: replies.length - fresh.size, wishes };
}

/** The numbers of users who hide them, where we have written to them; by places. */
async function findHidden(
  transaction: Transaction,
  inbound: readonly PlacedInbound[],
): Promise<ReadonlyMap<number, string>> {
  const hidden = inbound.flatMap(({ accountId, word }, place) => {
    const { phone, userId } = word.user;
    return phone !== undefined || userId === undefined
      ? []
      : [{ accountId, userKey: userId, place }];
  });
  const found = await findPhones(transaction, hidden);
  return new Map([...found].map(([index, phone]) => [hidden[index]?.place ?? -1, phone]));
}

/** The messages of ours that are answered, by the platform's ids of them. */
async function findAnswered(
  transaction: Transaction,
  inbound: readonly PlacedInbound[],
  nowMs: number,
): Promise<ReadonlyMap<string, MessageId>> {
  const named = inbound.flatMap(({ linkId, word }) =>
    word.contextKey === undefined ? [] : [{ linkId, operatorKey: word.contextKey }],
  );
  const sinceMs = nowMs - limit('chatAnswerDays') * DAY_MS;
  const found = await findAttempts(transaction, named, sinceMs);
  return new Map(
    found.map((it) => [`${it.accountId} ${it.linkId} ${it.operatorKey}`, it.messageId]),
  );
}

function nameOf({ accountId, linkId, word }: PlacedInbound): string {
  return `${accountId} ${linkId} ${word.contextKey ?? ''}`;
}

function seenIn({ accountId, linkId, word }: PlacedInbound, nowMs: number) {
  if (!word.opensWindow) return [];
  const atMs = Math.min(word.atMs, nowMs);
  return namesOf(word.user).map((userKey) => ({ accountId, linkId, userKey, atMs }));
}

function namesOf({ phone, userId }: ChatUserNames): readonly string[] {
  return [phone, userId].filter((name) => name !== undefined);
}

/** Who shows both names is known by the other from now on. */
function namesIn({ accountId, word }: PlacedInbound) {
  const { phone, userId } = word.user;
  if (phone === undefined || userId === undefined) return [];
  return [{ accountId, userKey: userId, recipient: phone }];
}
