import type { Account } from '../../domain/account/account.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hasHours, openingAt } from '../../domain/policy/hours.ts';
import { weekOf, type Policy } from '../../domain/policy/policy.ts';
import { isUsable, linkFor, NO_LINK } from '../../domain/routing/choose-link.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database, Transaction } from '../../kit/postgres/pool.ts';
import type { Outboxes } from '../../links/outboxes.ts';
import type { KnownAccounts } from '../../store/known-accounts.ts';
import type { HeldLease } from '../../store/held-lease.ts';
import { advanceFeed, postponeFeed, takeFeed, type FeedPiece } from '../../store/queue/feeds.ts';
import { insertQueue, type QueueEntry } from '../../store/queue/insert-queue.ts';
import {
  allWaiting,
  countQueue,
  countWaiting,
  type WaitingByLink,
} from '../../store/queue/look-at-queue.ts';
import type { KnownRouting } from '../../store/known-routing.ts';

export type FeedDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly lease: Pick<HeldLease, 'current'>;
  readonly accounts: Pick<KnownAccounts, 'byId'>;
  readonly routing: Pick<KnownRouting, 'current'>;
  readonly outboxes: Pick<Outboxes, 'setWaiting'>;
  readonly load: { waiting(): WaitingByLink };
  /** Messages in the queue above which nothing more is accepted. */
  readonly boundMessages: number;
};

/** Lets large batches into the queue while it is short. */
export async function feedWhileShort(deps: FeedDeps): Promise<void> {
  while (await isShort(deps)) {
    const links = await deps.db.transact((transaction) => feedQueue(transaction, deps));
    if (links === undefined) return;
    for (const linkId of links) deps.outboxes.setWaiting(linkId, CAMPAIGN);
  }
}

/**
 * Whether the queue is short enough for another piece. What waits for links that are down does not
 * count, lest it hold up campaigns by other links, unless it is much.
 */
async function isShort({ db, clock, load, ...deps }: FeedDeps): Promise<boolean> {
  const bound = limit('feedAheadMessages');
  const dueByMs = clock.nowMs() + limit('retryLastMs');
  if (allWaiting(await countQueue(db, bound, dueByMs)) < bound) return true;
  if (allWaiting(load.waiting()) > deps.boundMessages / 2) return false;
  const routing = deps.routing.current();
  const usable = [...routing.links.keys()].filter((linkId) => isUsable(routing, linkId));
  return usable.length > 0 && (await countWaiting(db, usable, { most: bound, dueByMs })) < bound;
}

/**
 * Lets the next piece of a large batch into the queue; gives the links that it waits for, undefined
 * when no batch waits. Large batches enter a piece at a time, in turns, so that the queue stays
 * short and one-time codes and other accounts never wait behind all of a campaign.
 */
export async function feedQueue(
  transaction: Transaction,
  deps: Pick<FeedDeps, 'clock' | 'lease' | 'accounts' | 'routing'>,
): Promise<ReadonlySet<LinkId> | undefined> {
  const nowMs = deps.clock.nowMs();
  const routing = deps.routing.current();
  const piece = await takeFeed(transaction, { most: limit('feedMessages'), atMs: nowMs });
  if (piece === undefined) return undefined;
  const account = await deps.accounts.byId(piece.accountId);
  const untilMs = closedUntil(piece, account, { policy: routing.policy, nowMs });
  if (untilMs !== undefined) {
    await postponeFeed(transaction, piece, { untilMs, atMs: nowMs });
    return new Set();
  }
  await advanceFeed(transaction, piece);
  const { accountId } = piece;
  const entries = piece.messages.map((message): QueueEntry => {
    const { id, operatorId, recipient, expiresAtMs } = message;
    const senderRoute = account?.sendersById.get(message.senderId)?.route ?? 'simple';
    const category = account?.templates.get(message.templateId)?.category ?? 'transactional';
    const traffic = { operatorId, senderRoute, category, accountId };
    return {
      accountId,
      messageId: id,
      // A route that was taken away while the batch waited may come back: until then the message
      // stands in the queue.
      linkId: linkFor(routing, traffic, recipient) ?? NO_LINK,
      priority: CAMPAIGN,
      expiresAtMs,
      leased: false,
    };
  });
  await insertQueue(transaction, entries, { dueAtMs: nowMs, lease: deps.lease.current() });
  return new Set(entries.map(({ linkId }) => linkId));
}

/** When the hours of a batch begin again; undefined while it may be sent. */
function closedUntil(
  { messages, accountId }: FeedPiece,
  account: Account | undefined,
  { policy, nowMs }: { readonly policy: Policy; readonly nowMs: number },
): number | undefined {
  const [first] = messages;
  const template = first && account?.templates.get(first.templateId);
  const sender = first && account?.sendersById.get(first.senderId);
  if (template === undefined || sender === undefined) return undefined;
  if (!hasHours(template.category, sender.route)) return undefined;
  const opening = openingAt(weekOf(policy, accountId), nowMs);
  return opening.open ? undefined : opening.opensAtMs;
}

/** What enters piece by piece went to a list of recipients, by whatever sender. */
const CAMPAIGN = 0;
