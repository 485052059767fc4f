/**
 * What users of the chat platform write: kept once, linked to the message that it answers, and the
 * 24 hours opened, all in the transaction that processes the webhook's posts. A word such as STOP
 * applies to marketing, from that commit on (decision 34).
 */
import {
  CHANGING_TYPES,
  type ChatInboundEvent,
  type ChatHandoverEvent,
  type NewChatReply,
  type ChatWishKind,
  isSaid,
  namesOf,
} from '../domain/chat/webhook-event.ts';
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId, LinkId, MessageId, ReplyId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { readOptoutRequest } from '../domain/reply/optout-words.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { findAttempts } from '../store/messages/attempts.ts';
import { changeChatReplies, insertChatReplies } from '../store/chat/replies.ts';
import { noteHeard, noteHeld, type HeldBy } from '../features/conversations/conversations.sql.ts';
import { learnNames } from '../store/chat/people.ts';
import { type ChatOptout, findPhones, openWindows } from '../store/chat/windows.ts';

type PlacedInbound = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly event: ChatInboundEvent;
};

type KeptChatReplies = {
  readonly kept: number;
  readonly repeated: number;
  /** Opt-outs and opt-ins in new messages. */
  readonly wishes: readonly ChatOptout[];
};

/**
 * What an opt-out word asks for; undefined: it is not one. For callers who must take a lock first.
 */
export function wishIn({ type, text, groupId }: ChatInboundEvent): ChatWishKind | undefined {
  if (text === undefined || groupId !== undefined || (type !== 'text' && type !== 'button'))
    return undefined;
  const wish = readOptoutRequest(text);
  return wish === 'stop_all' ? 'stop' : wish;
}

/** Keeps what came in; repeating it changes nothing. */
export async function keepChatReplies(
  transaction: Transaction,
  inbound: readonly PlacedInbound[],
  { nowMs, newId }: { readonly nowMs: number; readonly newId: () => number },
): Promise<KeptChatReplies> {
  await learnNames(transaction, inbound.flatMap(namesIn), nowMs);
  const phones = await findHidden(transaction, inbound);
  const answered = await findAnswered(transaction, inbound, nowMs);
  // Those of one second are in no order, and what somebody wrote is shown in theirs.
  const ids = inbound.map(() => newId()).toSorted((one, other) => one - other);
  const replies = inbound.map((it, index): NewChatReply => {
    const { event, accountId, linkId } = it;
    const phone = event.user.phone ?? phones.get(index);
    return {
      ...event,
      id: ids[index] as ReplyId,
      accountId,
      linkId,
      phone,
      userId: event.user.userId,
      userKey: phone ?? event.user.userId ?? '',
      messageId: answered.get(nameOf(it)),
      wish: wishIn(event),
      // A clock that runs ahead does not keep a window open longer.
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
  ]);
  const facts = replies.flatMap(({ id: subjectId, accountId }) =>
    fresh.has(subjectId) ? [{ accountId, type: 'chat.reply.received' as const, subjectId }] : [],
  );
  const said = replies.filter((it) => fresh.has(it.id) && isSaid(it));
  const heard = said.map(({ linkId, userKey: other, profileName: name, ...it }) => {
    const { accountId, id, userName, text, receivedAtMs: atMs } = it;
    const between = { accountId, kind: 'chat' as const, own: String(linkId), other };
    return { ...between, id, name, userName, text, atMs };
  });
  await Promise.all([
    noteFacts(transaction, facts, { atMs: nowMs }),
    noteHeard(transaction, heard),
  ]);
  await Promise.all([
    noteHeld(transaction, said.map(holderIn)),
    changeChatReplies(transaction, replies.filter(({ id }) => fresh.has(id)).map(changedBy)),
  ]);
  const wishes = replies.flatMap(({ id, accountId, userKey, wish, writtenAtMs: atMs }) =>
    wish === undefined || !fresh.has(id) ? [] : [{ accountId, userKey, wish, atMs }],
  );
  return { kept: fresh.size, repeated: replies.length - fresh.size, wishes };
}

/** Whoever was to answer a message holds its conversation. */
function holderIn({
  accountId,
  linkId,
  userKey: other,
  isStandby,
  writtenAtMs,
}: NewChatReply): HeldBy {
  const heldBy = isStandby ? 'another' : undefined;
  const own = String(linkId);
  return { accountId, own, other, heldBy, note: undefined, atMs: writtenAtMs };
}

/** The message that it changes, or that may have been changed before it came. */
function changedBy(reply: NewChatReply) {
  const { accountId, linkId, operatorKey, contextKey } = reply;
  const isChange = CHANGING_TYPES.includes(reply.type);
  return { accountId, linkId, operatorKey: isChange ? (contextKey ?? '') : operatorKey };
}

/** Notes who is to answer users from now on, where they have conversations. */
export async function changeHolders(
  transaction: Transaction,
  handovers: readonly {
    readonly accountId: AccountId;
    readonly linkId: LinkId;
    readonly event: ChatHandoverEvent;
  }[],
  nowMs: number,
): Promise<void> {
  const phones = await findHidden(transaction, handovers);
  const held = handovers.map(({ accountId, linkId, event }, index): HeldBy => {
    const { user, heldBy, note, atMs } = event;
    const other = user.phone ?? phones.get(index) ?? user.userId ?? '';
    return { accountId, own: String(linkId), other, heldBy, note, atMs: Math.min(atMs, nowMs) };
  });
  await noteHeld(transaction, held);
}

/** The numbers of users who hide them, if we have written to them; by index. */
export async function findHidden(
  transaction: Transaction,
  inbound: readonly {
    readonly accountId: AccountId;
    readonly event: Pick<ChatInboundEvent, 'user'>;
  }[],
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

/** Our messages that are being answered, by the platform's ids. */
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

/** A user who shows both ids is known by the other from now on. */
function namesIn({ accountId, event }: PlacedInbound) {
  const { phone, userId } = event.user;
  // By a change the former number is told beside the new id.
  if (phone === undefined || userId === undefined || event.type === 'system') return [];
  return [{ accountId, userKey: userId, recipient: phone }];
}
