import type { Account } from '../../domain/account/account.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hasHours, openingAt } from '../../domain/policy/hours.ts';
import { weekOf, type Policy } from '../../domain/policy/policy.ts';
import { linkFor } from '../../domain/routing/choose-link.ts';
import type { Routing } from '../../domain/routing/routing.ts';
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { advanceFeed, postponeFeed, takeFeed, type FeedPiece } from '../../store/queue/feeds.ts';
import { insertQueue, type QueueEntry } from '../../store/queue/insert-queue.ts';

/**
 * What one step of feeding came to: the links that have messages waiting now; undefined when no
 * batch waits.
 */
export type Fed = { readonly links: ReadonlySet<LinkId> } | undefined;

/**
 * Lets the next piece of a large batch into the queue. Large batches enter a piece at a time, in
 * turns, so that the queue stays short and one-time codes and other accounts never wait behind all
 * of a campaign.
 */
export async function feedQueue(
  transaction: Transaction,
  context: {
    readonly routing: Routing & { readonly policy: Policy };
    readonly account: (accountId: AccountId) => Promise<Account | undefined>;
    readonly lease: NodeLease;
    readonly nowMs: number;
  },
): Promise<Fed> {
  const { nowMs } = context;
  const piece = await takeFeed(transaction, { most: limit('feedMessages'), atMs: nowMs });
  if (piece === undefined) return undefined;
  const account = await context.account(piece.accountId);
  const untilMs = closedUntil(piece, account, context);
  if (untilMs !== undefined) {
    await postponeFeed(transaction, piece, { untilMs, atMs: nowMs });
    return { links: new Set() };
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
      linkId: linkFor(context.routing, traffic, recipient) ?? NO_LINK,
      priority: CAMPAIGN,
      expiresAtMs,
      leased: false,
    };
  });
  await insertQueue(transaction, entries, { dueAtMs: nowMs, lease: context.lease });
  return { links: new Set(entries.map(({ linkId }) => linkId)) };
}

/** When the hours of a batch begin again; undefined while it may be sent. */
function closedUntil(
  { messages, accountId }: FeedPiece,
  account: Account | undefined,
  { routing, nowMs }: { readonly routing: { readonly policy: Policy }; readonly nowMs: number },
): number | undefined {
  const [first] = messages;
  const template = first && account?.templates.get(first.templateId);
  const sender = first && account?.sendersById.get(first.senderId);
  if (template === undefined || sender === undefined) return undefined;
  if (!hasHours(template.category, sender.route)) return undefined;
  const opening = openingAt(weekOf(routing.policy, accountId), nowMs);
  return opening.open ? undefined : opening.opensAtMs;
}

/** What enters piece by piece went to a list of recipients, by whatever sender. */
const CAMPAIGN = 0;
/** No link has this id: what stands in the queue for it expires there, and is released. */
export const NO_LINK = 0 as LinkId;
