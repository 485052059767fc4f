/**
 * Sixth stage for chat messages: settles what the platform says about them later (decisions 32 and
 * 33). Statuses come in any order, twice, before the answer to the send, or about unknown messages.
 * Each message is locked, and a pure function moves its record, which is written together with its
 * money; so processing a status again does nothing.
 *
 * Nothing may wait while a message is locked, because whoever settles attempts may be waiting for
 * us. The balances that may get something back are locked before this is called, in id order.
 */
import { type ChatNews, isAnswer, readOpaqueId, type Verdict } from '../../domain/chat/progress.ts';
import { isUserId } from '../../domain/chat/user-id.ts';
import { namesOf, type ChatStatusEvent } from '../../domain/chat/webhook-event.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { type Attempt, findAttempts, insertAttempts } from '../../store/messages/attempts.ts';
import {
  keepStatuses,
  type KeptStatus,
  type KeptStatusKind,
  type PlacedStatus,
} from '../../store/chat/statuses.ts';
import { type LockedChat, lockRecords, writeRecords } from '../../store/chat/records.ts';
import { countAnswers } from '../../store/chat/numbers.ts';
import { type KnownAs, learnNames } from '../../store/chat/people.ts';
import { noteMoves } from '../../store/messages/event-outbox.ts';
import { writeTransfers } from '../../store/ledger/ledger.ts';
import { leaveQueueExplained } from '../../store/queue/close-queued.ts';
import { moveBy, type MovedChat, toWrites } from './chat-moves.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { FORGOTTEN, type MessageKey } from '../../domain/message/message.ts';
import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { idOfUuid } from '../../kit/uuid-ids.ts';
import { findChats } from '../../store/chat/messages.ts';

export type SettledStatuses = {
  /** Indexes of statuses whose message somebody else holds right now; they must be tried again. */
  readonly deferred: ReadonlySet<number>;
  /** New failures, for what they require besides. */
  readonly failed: readonly FailedChat[];
  /** How many had each outcome. */
  readonly counts: Readonly<Record<Verdict | KeptStatusKind, number>>;
};

export type FailedChat = {
  readonly chat: LockedChat;
  readonly event: ChatStatusEvent;
};

/** A status with its attempt and its meaning. */
type Heard = {
  readonly place: number;
  readonly status: PlacedStatus;
  readonly of: NamedAttempt;
  readonly news: ChatNews;
};

/** Writes what statuses say, in order. */
export async function settleStatuses(
  transaction: Transaction,
  statuses: readonly PlacedStatus[],
  context: { readonly nowMs: number; readonly newId: () => number },
): Promise<SettledStatuses> {
  const resolved = await resolveStatuses(transaction, statuses, context.nowMs);
  const sorted = sort(statuses, resolved);
  const keys = new Map(sorted.heard.map(({ of }) => [of.messageId, of]));
  const chats = await lockRecords(transaction, [...keys.values()]);
  const locked = new Map(chats.map((chat) => [chat.messageId, chat]));
  const deferred = sorted.heard.filter(({ of }) => !locked.has(of.messageId));
  const byMessage = Map.groupBy(
    sorted.heard.filter(({ of }) => locked.has(of.messageId)),
    ({ of }) => of.messageId,
  );
  const moved = chats.flatMap((chat) => {
    const heard = byMessage.get(chat.messageId) ?? [];
    const [first] = heard;
    if (first === undefined) return [];
    const news = heard.map((it) => it.news);
    return [{ heard, heardKey: first.status.event.operatorKey, ...moveBy(chat, news) }];
  });
  const applied = moved.flatMap(({ chat, heard, verdicts }) =>
    heard.map((it, index) => ({ ...it, chat, verdict: verdicts[index] ?? 'repeated' })),
  );
  const kept = [...sorted.kept, ...applied.flatMap(contradictionOf)];
  const { written, transfers, moves } = toWrites(moved, context);
  await Promise.all([
    writeRecords(transaction, written, context.nowMs),
    insertAttempts(transaction, moved.flatMap(toAttempt), context.nowMs),
    leaveQueueExplained(
      transaction,
      chats.filter(({ inLine }) => inLine === 'waiting'),
    ),
    learnNames(transaction, applied.flatMap(otherNamesOf), context.nowMs),
    countAnswers(transaction, moved.flatMap(answerIn)),
    keepStatuses(transaction, kept, context.nowMs),
    writeTransfers(transaction, transfers, context.nowMs),
    noteMoves(transaction, moves, context.nowMs),
  ]);
  const failed = applied.filter(
    ({ news, verdict }) => news.status === 'failed' && verdict === 'news',
  );
  return {
    deferred: new Set(deferred.map(({ place }) => place)),
    failed: failed.map(({ chat, status }) => ({ chat, event: status.event })),
    counts: count(applied, kept),
  };
}

/** Separates statuses that can move a message from those that are only kept. */
function sort(
  statuses: readonly PlacedStatus[],
  resolved: readonly (NamedAttempt | undefined)[],
): { readonly heard: readonly Heard[]; readonly kept: readonly KeptStatus[] } {
  const heard: Heard[] = [];
  const kept: KeptStatus[] = [];
  statuses.forEach((status, place) => {
    const news = newsOf(status.event);
    const of = resolved[place];
    if (news === undefined)
      kept.push({ ...status, kind: 'unknown_word', messageId: of?.messageId });
    else if (of === undefined) kept.push({ ...status, kind: 'orphan', messageId: undefined });
    else heard.push({ place, status, of, news });
  });
  return { heard, kept };
}

/** undefined for a status newer than this program: kept as it is, and counted. */
function newsOf({ status, atMs, pricing, failure }: ChatStatusEvent): ChatNews | undefined {
  switch (status) {
    case 'sent':
    case 'delivered':
    case 'read':
      return { status, atMs, pricing };
    case 'failed':
      return {
        status,
        atMs,
        pricing,
        failure: failure ?? { code: 0, reason: 'platform_refused' },
      };
    default:
      return undefined;
  }
}

type AppliedStatus = Heard & { readonly chat: LockedChat; readonly verdict: Verdict };

function contradictionOf({ status, of, verdict }: AppliedStatus): readonly KeptStatus[] {
  if (verdict !== 'contradiction') return [];
  return [{ ...status, kind: 'contradiction', messageId: of.messageId }];
}

/**
 * The platform's id for an attempt whose answer never came. Otherwise the holder of the message
 * records its attempt: two writers of one row could wait for each other.
 */
function toAttempt({
  chat,
  heard,
}: {
  readonly chat: LockedChat;
  readonly heard: readonly Heard[];
}): readonly Attempt[] {
  const [first] = heard;
  const isLost = chat.inLine === undefined && chat.record.lostAtMs !== undefined;
  if (first === undefined || !(isLost || chat.inLine === 'waiting')) return [];
  const { accountId, messageId, linkId } = chat;
  return [
    {
      accountId,
      messageId,
      attempt: first.of.attempt,
      part: 1,
      linkId,
      outcome: 'taken',
      operatorKey: first.status.event.operatorKey,
      status: undefined,
      reason: undefined,
      lease: { slot: 0, epoch: 0 },
    },
  ];
}

/** Each once: when its price becomes known. */
function answerIn({ chat, after, heard }: MovedChat & { readonly heard: readonly Heard[] }) {
  const isNew = chat.record.billable === undefined && after.billable !== undefined;
  const [first] = heard;
  if (!isNew || !isAnswer(after) || first === undefined) return [];
  const { accountId, linkId } = chat;
  return [{ accountId, linkId, atMs: first.status.event.atMs }];
}

/** The recipient's other ids, which the platform may use for what the user writes. */
function otherNamesOf({ chat, status }: AppliedStatus): readonly KnownAs[] {
  const { accountId } = chat;
  const { user } = status.event;
  // Whom the account has forgotten nobody learns to know again by what comes late.
  if (chat.recipient === FORGOTTEN) return [];
  const recipient = isUserId(chat.recipient) ? user.phone : chat.recipient;
  if (recipient === undefined) return [];
  return namesOf(user).flatMap((userKey) =>
    userKey === recipient ? [] : [{ accountId, userKey, recipient }],
  );
}

function count(
  applied: readonly AppliedStatus[],
  kept: readonly KeptStatus[],
): SettledStatuses['counts'] {
  const verdicts = (verdict: Verdict): number =>
    applied.filter((it) => it.verdict === verdict).length;
  const kinds = (kind: KeptStatusKind): number => kept.filter((it) => it.kind === kind).length;
  return {
    news: verdicts('news'),
    repeated: verdicts('repeated'),
    contradiction: verdicts('contradiction'),
    orphan: kinds('orphan'),
    unknown_word: kinds('unknown_word'),
  };
}

/** The attempt that a status is about. */
type NamedAttempt = MessageKey & { readonly attempt: number };

/**
 * Which attempt each status is about: by the id that we gave it, else by the platform's. undefined
 * when neither is known in its account and for its number; the id of another account's message
 * counts as unknown.
 */
async function resolveStatuses(
  transaction: Transaction,
  statuses: readonly PlacedStatus[],
  nowMs: number,
): Promise<readonly (NamedAttempt | undefined)[]> {
  const named = statuses.map(byName);
  const exist = await findChats(transaction, [
    ...new Map(named.flatMap((it) => (it === undefined ? [] : [[it.messageId, it]]))).values(),
  ]);
  const resolved = named.map((it, index) =>
    it !== undefined && exist.get(it.messageId) === statuses[index]?.linkId ? it : undefined,
  );
  const rest = statuses.filter((_, index) => resolved[index] === undefined);
  if (rest.length === 0) return resolved;
  const found = await findAttempts(
    transaction,
    rest.map(({ linkId, event }) => ({ linkId, operatorKey: event.operatorKey })),
    nowMs - (limit('chatSilentDays') + limit('receiptMatchDays')) * DAY_MS,
  );
  const byKey = new Map(found.map((it) => [`${it.linkId} ${it.operatorKey}`, it]));
  return resolved.map((it, index) => it ?? byKeyOf(statuses[index], byKey));
}

function byName({ accountId, event }: PlacedStatus): NamedAttempt | undefined {
  const opaque = event.opaqueId === undefined ? undefined : readOpaqueId(event.opaqueId);
  const id = opaque && idOfUuid(opaque.uuid);
  if (opaque === undefined || id === undefined) return undefined;
  return { accountId, messageId: id as MessageId, attempt: opaque.attempt };
}

function byKeyOf(
  status: PlacedStatus | undefined,
  byKey: ReadonlyMap<string, NamedAttempt>,
): NamedAttempt | undefined {
  if (status === undefined) return undefined;
  const found = byKey.get(`${status.linkId} ${status.event.operatorKey}`);
  return found?.accountId === status.accountId ? found : undefined;
}
