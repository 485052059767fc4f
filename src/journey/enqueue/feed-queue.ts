import type { Account } from '../../domain/account/account.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { peopleADay } from '../../domain/chat/number-facts.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hasHours, hoursStored, openingAt, within } from '../../domain/policy/hours.ts';
import { weekOf, type Policy } from '../../domain/policy/policy.ts';
import { isUsable, linkFor, NO_LINK } from '../../domain/routing/choose-link.ts';
import { TEST_LINKS } from '../../domain/testing/test-mode.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Database, Transaction } from '../../kit/postgres/pool.ts';
import type { Outboxes } from '../../links/outbox.ts';
import type { AccountCache } from '../../store/snapshots/account-cache.ts';
import { dayStandingOf } from '../../store/chat/number-facts.ts';
import type { HeldLease } from '../../store/nodes/nodes.ts';
import {
  advanceFeed,
  type ChatFeed,
  type FeedPace,
  type FeedPiece,
  type FeedRoom,
  findPace,
  insertQueue,
  postponeFeed,
  queueChats,
  type QueueEntry,
  takeFeed,
} from '../../store/queue/insert-queue.ts';
import {
  allWaiting,
  countQueue,
  countWaiting,
  findNumbersWithRoom,
  type WaitingByLink,
} from '../../store/queue/look-at-queue.ts';
import type { RoutingSnapshots } from '../../store/snapshots/routing-snapshots.ts';

type FeedDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly lease: Pick<HeldLease, 'current'>;
  readonly accounts: Pick<AccountCache, 'byId'>;
  readonly routing: Pick<RoutingSnapshots, 'current'>;
  readonly outboxes: Pick<Outboxes, 'setWaiting'>;
  readonly load: { waiting(): WaitingByLink };
  /** The number of queued messages above which nothing more is accepted. */
  readonly boundMessages: number;
};

/** Lets large batches into the queue while it is short. */
export async function feedWhileShort(deps: FeedDeps): Promise<void> {
  for (;;) {
    const room = await findRoom(deps);
    if (!room.texts && room.numbers.length === 0) return;
    const links = await deps.db.transact((transaction) => feedQueue(transaction, deps, room));
    if (links === undefined) return;
    for (const linkId of links) deps.outboxes.setWaiting(linkId, CAMPAIGN);
  }
}

/** Chat messages leave by one number and no other: each number has a queue of its own. */
async function findRoom(deps: FeedDeps): Promise<FeedRoom> {
  const atMs = deps.clock.nowMs();
  const ask = { atMs, dueByMs: atMs + limit('retryLastMs'), most: limit('feedMessages') };
  const [texts, numbers] = await Promise.all([isShort(deps), findNumbersWithRoom(deps.db, ask)]);
  return { texts, numbers };
}

/**
 * Whether the queue is short enough for another piece of texts. Messages waiting for chat numbers
 * or for links that are down do not count unless there are many, so that they do not hold up
 * campaigns on other links.
 */
async function isShort({ db, clock, load, ...deps }: FeedDeps): Promise<boolean> {
  const bound = limit('feedAheadMessages');
  const dueByMs = clock.nowMs() + limit('retryLastMs');
  if (allWaiting(await countQueue(db, bound, dueByMs)) < bound) return true;
  if (allWaiting(load.waiting()) > deps.boundMessages / 2) return false;
  const routing = deps.routing.current();
  const usable = [...routing.links].flatMap(([linkId, { carrier }]) =>
    carrier !== 'whatsapp' && isUsable(routing, linkId) ? [linkId] : [],
  );
  return (
    usable.length > 0 && (await countWaiting(db, { links: usable, most: bound, dueByMs })) < bound
  );
}

/**
 * Lets the next piece of a large batch that there is room for into the queue. Returns the links it
 * waits for; undefined when no such batch is waiting. Large batches enter piece by piece, in turns,
 * so that the queue stays short and one-time codes and other accounts never wait behind a whole
 * campaign.
 */
async function feedQueue(
  transaction: Transaction,
  deps: Pick<FeedDeps, 'clock' | 'lease' | 'accounts' | 'routing'>,
  room: FeedRoom,
): Promise<ReadonlySet<LinkId> | undefined> {
  const nowMs = deps.clock.nowMs();
  const routing = deps.routing.current();
  const most = limit('feedMessages');
  const piece = await takeFeed(transaction, { ...room, most, atMs: nowMs });
  if (piece === undefined) return undefined;
  const { chats } = piece;
  if (chats !== undefined) {
    const pace = mustWait(chats, await findPace(transaction, { ...piece, chats }))
      ? { waitMs: PACE_LOOK_MS }
      : await shareOfDay(transaction, { ...piece, chats }, nowMs);
    if (pace.waitMs !== undefined) {
      await postponeFeed(transaction, piece, { untilMs: nowMs + pace.waitMs, atMs: nowMs });
      return new Set();
    }
    await queueChats(transaction, { ...pace.piece, chats: pace.piece.chats }, nowMs);
    await advanceFeed(transaction, pace.piece);
    return new Set([chats.linkId]);
  }
  const account = await deps.accounts.byId(piece.accountId);
  const untilMs = closedUntil(piece, account, { policy: routing.policy, nowMs });
  if (untilMs !== undefined) {
    await postponeFeed(transaction, piece, { untilMs, atMs: nowMs });
    return new Set();
  }
  await advanceFeed(transaction, piece);
  const { accountId } = piece;
  const entries = piece.messages.map((message): QueueEntry => {
    const { id, operatorId, recipient, expiresAtMs, isTest } = message;
    const senderRoute = account?.sendersById.get(message.senderId)?.route ?? 'simple';
    const category = account?.templates.get(message.templateId)?.category ?? 'transactional';
    const traffic = { operatorId, senderRoute, category, accountId };
    return {
      accountId,
      messageId: id,
      // A route removed while the batch waited may come back: until then the message stays queued.
      linkId: isTest ? TEST_LINKS.sms : (linkFor(routing, traffic, recipient) ?? NO_LINK),
      priority: CAMPAIGN,
      expiresAtMs,
      leased: false,
      hours: piece.hours,
    };
  });
  await insertQueue(transaction, entries, { dueAtMs: nowMs, lease: deps.lease.current() });
  return new Set(entries.map(({ linkId }) => linkId));
}

/** How soon a campaign that waits for the platform is looked at again. */
const PACE_LOOK_MS = 5_000;

/**
 * Whether a campaign by template waits, as the platform would make it wait (facts of the platform,
 * C8): by one that it does not know yet, until all of the first portion has been handed over; by
 * any, while it holds something back. What it never tells holds nothing for longer than a day.
 */
function mustWait({ from, heldMs, isSpread }: ChatFeed, pace: FeedPace | undefined): boolean {
  if (pace === undefined) return false;
  // What has not left does not count yet.
  if (isSpread && pace.isWaiting) return true;
  if (heldMs > limit('chatPaceHours') * HOUR_MS) return false;
  const isFirst = from === 1 + limit('feedMessages');
  return pace.isHeld || (isFirst && pace.isUnproven && pace.isWaiting);
}

type ChatPiece = FeedPiece & { readonly chats: ChatFeed };
type Paced =
  | { readonly waitMs: number; readonly piece?: undefined }
  | { readonly waitMs?: undefined; readonly piece: ChatPiece };

/** Days end at any time: each message counts for 24 hours. */
const DAY_LOOK_MS = 5 * MINUTE_MS;

/** What of a piece that is spread over days may leave today: all, some, or for now nothing. */
async function shareOfDay(
  transaction: Transaction,
  piece: ChatPiece,
  nowMs: number,
): Promise<Paced> {
  const { accountId, chats } = piece;
  if (!chats.isSpread) return { piece };
  const { linkId, from } = chats;
  const day = await dayStandingOf(transaction, { accountId, linkId }, nowMs);
  const left = (peopleADay(day.messagingLimit) ?? Number.MAX_SAFE_INTEGER) - day.reached;
  if (left >= chats.most) return { piece };
  if (left <= 0) return { waitMs: DAY_LOOK_MS };
  return { piece: { ...piece, chats: { ...chats, most: left }, nextPosition: from + left } };
}

/** When a batch's hours begin again; undefined while it may be sent. */
function closedUntil(
  { messages, accountId, hours }: FeedPiece,
  account: Account | undefined,
  { policy, nowMs }: { readonly policy: Policy; readonly nowMs: number },
): number | undefined {
  const [first] = messages;
  const template = first && account?.templates.get(first.templateId);
  const sender = first && account?.sendersById.get(first.senderId);
  if (template === undefined || sender === undefined) return undefined;
  const hasOwn = hasHours(template.category, sender.route);
  const week = within(hasOwn ? weekOf(policy, accountId) : undefined, hoursStored(hours));
  const opening = week && openingAt(week, nowMs);
  return opening?.open === false ? opening.opensAtMs : undefined;
}

/** Whatever enters piece by piece went to a list of recipients, whatever its sender. */
const CAMPAIGN = 0;
