/**
 * What users of the chat platform write: kept once, linked with the message that it answers, and
 * the 24 hours opened, all in the transaction of whoever works the posts of its webhook off. A word
 * such as STOP is heeded for marketing, from that commit on (decision 34).
 */
import type { ChatReply, ChatWishKind } from '../domain/chat/reply.ts';
import { namesOf, type ChatInboundEvent } from '../domain/chat/webhook-event.ts';
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId, LinkId, MessageId, ReplyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { readOptoutRequest } from '../domain/reply/optout-words.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { findAttempts } from '../store/attempts.ts';
import { insertChatReplies } from '../store/chat-replies.ts';
import { type ChatOptout, findPhones, learnNames, openWindows } from '../store/chat-windows.ts';

/** An inbound word with the number and account that it is about. */
export type PlacedInbound = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly event: ChatInboundEvent;
};

export type KeptChatReplies = {
  readonly kept: number;
  readonly repeated: number;
  /** What users asked for with words that are new. */
  readonly wishes: readonly ChatOptout[];
};

/** What a word asks for; undefined: nothing. For whoever has to lock something before. */
export function wishIn({ type, text }: ChatInboundEvent): ChatWishKind | undefined {
  if (text === undefined || (type !== 'text' && type !== 'button')) return undefined;
  const wish = readOptoutRequest(text);
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
    const { event, accountId, linkId } = it;
    const phone = event.user.phone ?? phones.get(index);
    return {
      ...event,
      id: newId() as ReplyId,
      accountId,
      linkId,
      phone,
      userId: event.user.userId,
      userKey: phone ?? event.user.userId ?? '',
      messageId: answered.get(nameOf(it)),
      wish: wishIn(event),
      // A clock that runs ahead opens no window for longer.
      writtenAtMs: Math.min(event.atMs, nowMs),
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
  const hidden = inbound.flatMap(({ accountId, event }, place) => {
    const { phone, userId } = event.user;
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
  const named = inbound.flatMap(({ linkId, event }) =>
    event.contextKey === undefined ? [] : [{ linkId, operatorKey: event.contextKey }],
  );
  const sinceMs = nowMs - limit('chatAnswerDays') * DAY_MS;
  const found = await findAttempts(transaction, named, sinceMs);
  return new Map(
    found.map((it) => [`${it.accountId} ${it.linkId} ${it.operatorKey}`, it.messageId]),
  );
}

function nameOf({ accountId, linkId, event }: PlacedInbound): string {
  return `${accountId} ${linkId} ${event.contextKey ?? ''}`;
}

function seenIn({ accountId, linkId, event }: PlacedInbound, nowMs: number) {
  if (!event.opensWindow) return [];
  const atMs = Math.min(event.atMs, nowMs);
  return namesOf(event.user).map((userKey) => ({ accountId, linkId, userKey, atMs }));
}

/** Who shows both names is known by the other from now on. */
function namesIn({ accountId, event }: PlacedInbound) {
  const { phone, userId } = event.user;
  if (phone === undefined || userId === undefined) return [];
  return [{ accountId, userKey: userId, recipient: phone }];
}
