/**
 * What has to be done besides travelling: every node does all of it, the store sees to it that no
 * two do the same. A job that fails is logged and comes again at its next time.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { lookupsSinceMs } from '../../domain/portability/lookup.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import { forgetExpiredKeys } from '../../store/accounts.ts';
import { forgetKeys } from '../../store/idempotency-keys.ts';
import { forgetLookups } from '../../store/lookups.ts';
import { findAbandonedBatches } from '../../store/messages/remove-batches.ts';
import { giveUpSilent } from '../../store/messages/give-up-silent.ts';
import { makePartitions } from '../../store/messages/make-partitions.ts';
import { findDeadNodes, markRecovered } from '../../store/nodes.ts';
import { putBack } from '../../store/queue/close-queued.ts';
import {
  allWaiting,
  countHeld,
  countQueue,
  countWaiting,
  listHeld,
} from '../../store/queue/look-at-queue.ts';
import { adoptDead, takeExpired, type DueMessage } from '../../store/queue/take-due.ts';
import { findOvertaken } from '../../store/receipts.ts';
import { shareCapCounts } from './share-cap-counts.ts';
import { watchSpending } from './watch-spending.ts';
import { feedQueue } from '../enqueue/feed-queue.ts';
import { giveUp, giveUpAgain, removeUnpublished } from '../legs/take-in/remove-unpublished.ts';
import { giveUpChats } from '../settle/give-up-chats.ts';
import type { Job, JobContext } from './job.ts';
import { moveFromDown, usableLinks } from './move-waiting.ts';
import { askForSilent, endUnasked, reconcile } from './reconcile.ts';

const MOST_AT_ONCE = 1_000;
/** Between a commit and the hands of an outbox, or a last word and its commit, lies far less. */
const STRAY_MS = 10 * SECOND_MS;

export const JOBS = {
  /** Learns of changes that other nodes and staff have made. */
  learnChanges: {
    everyMs: SECOND_MS,
    async run({ routing, accounts }) {
      await Promise.all([routing.refresh(), accounts.forgetChanged()]);
    },
  },
  /** Learns how the links stand that other nodes hold. */
  learnHealth: {
    everyMs: limit('linkHealthMs'),
    run: async ({ routing }) => void (await routing.refreshHealth()),
  },
  /** Counts the queue, so that the API knows when to promise nothing more. */
  countQueue: {
    everyMs: 2 * SECOND_MS,
    async run({ db, clock, counted, settings }) {
      const dueByMs = clock.nowMs() + limit('retryLastMs');
      counted(await countQueue(db, settings.queueBoundMessages + 1, dueByMs));
    },
  },
  /** Counts what waits for its hours, for the same reason. */
  countHeld: {
    everyMs: 30 * SECOND_MS,
    async run({ db, clock, countedHeld, settings }) {
      const dueByMs = clock.nowMs() + limit('retryLastMs');
      countedHeld(await countHeld(db, settings.queueBoundMessages + 1, dueByMs));
    },
  },
  /** Tells other nodes what was counted against caps, and learns what they have counted. */
  shareCapCounts: {
    everyMs: SECOND_MS,
    run: (deps) => shareCapCounts(deps, deps.capCounts),
  },
  /** Tells staff of accounts that have spent most of what they may. */
  watchSpending: { everyMs: 10 * SECOND_MS, run: watchSpending },
  /** Lets large batches into the queue. */
  feedQueue: { everyMs: 100, run: feedWhileShort },
  /** Moves what waits for a link that is down to one of this node that is not. */
  moveWaiting: {
    everyMs: limit('moveEveryMs'),
    run: (deps) => moveFromDown(deps, deps.places),
  },
  /** Takes over what dead nodes held: every such attempt is ambiguous, and recorded as that. */
  recoverDead: { everyMs: 2 * SECOND_MS, run: recoverDead },
  /** Gives back what this node holds and has lost sight of: a commit whose answer never came. */
  findStrays: { everyMs: STRAY_MS, run: findStrays },
  /** Ends messages that no link could carry in time. */
  expireWaiting: {
    everyMs: 30 * SECOND_MS,
    async run(deps) {
      const ask = { atMs: deps.clock.nowMs(), most: MOST_AT_ONCE };
      let expired: readonly DueMessage[];
      do {
        const lease = deps.lease.current();
        expired = await deps.db.transact((tx) => takeExpired(tx, lease, ask));
        hearAll(deps, expired, () => withdrawn('expired_waiting'));
      } while (expired.length === MOST_AT_ONCE && deps.flows());
    },
  },
  /** Finds out what became of lost answers on the links of this node, by receipts and by asking. */
  reconcile: { everyMs: SECOND_MS, run: reconcile },
  /** Ends lost answers that no link could ask for. */
  endUnasked: { everyMs: 30 * SECOND_MS, run: endUnasked },
  /** Asks once for what was sent and never reported on, before it is given up. */
  askForSilent: { everyMs: 10 * MINUTE_MS, run: askForSilent },
  /** Matches receipts that one node parked while another stored their attempts. */
  matchParked: { everyMs: 5 * SECOND_MS, run: matchParked },
  /** Stops waiting for receipts that operators never gave. */
  giveUpSilent: { everyMs: 10 * MINUTE_MS, run: giveUpAllSilent },
  /** Gives up what this node could not give up when it wanted to. */
  giveUpAgain: { everyMs: SECOND_MS, run: giveUpAgain },
  /** Removes large requests and files that were given up, or whose writer died. */
  removeAbandoned: { everyMs: 5 * SECOND_MS, isLong: true, run: removeAbandoned },
  forgetIdempotencyKeys: {
    everyMs: 10 * MINUTE_MS,
    async run({ db, clock }) {
      const beforeMs = clock.nowMs() - limit('idempotencyHours') * HOUR_MS;
      await db.transact((transaction) => forgetKeys(transaction, beforeMs));
    },
  },
  /** Makes keys unreadable once they have ended. */
  forgetExpiredKeys: {
    everyMs: 10 * MINUTE_MS,
    run: ({ db, clock }) => db.transact((it) => forgetExpiredKeys(it, clock.nowMs())),
  },
  /** Removes look-ups that no request can use any more; a day later, for those under way. */
  forgetLookups: {
    everyMs: 10 * MINUTE_MS,
    async run({ db, clock }) {
      const beforeMs = lookupsSinceMs(clock.nowMs()) - DAY_MS;
      const most = limit('forgottenLookups');
      let forgotten: number;
      do {
        forgotten = await db.transact((transaction) => forgetLookups(transaction, beforeMs, most));
      } while (forgotten === most);
    },
  },
  /** Removes files from this machine's disk that programs have left there that died. */
  sweepFiles: { everyMs: 10 * MINUTE_MS, run: ({ files }) => files.sweep() },
  makePartitions: {
    everyMs: HOUR_MS,
    async run({ db, clock }) {
      await db.transact((transaction) =>
        makePartitions(transaction, clock.nowMs(), limit('partitionDaysAhead')),
      );
    },
  },
  /** Chat messages of which the platform has not said how they ended. */
  giveUpChats: { everyMs: 2_000, run: giveUpChats },
} as const satisfies Record<string, Job>;

async function feedWhileShort(deps: JobContext): Promise<void> {
  while (await isShort(deps)) {
    const fed = await deps.db.transact((transaction) =>
      feedQueue(transaction, {
        routing: deps.routing.current(),
        account: deps.accounts.byId,
        lease: deps.lease.current(),
        nowMs: deps.clock.nowMs(),
      }),
    );
    if (fed === undefined) return;
    for (const linkId of fed.links) deps.outboxes.setWaiting(linkId, 0);
  }
}

/**
 * Whether the queue is short enough for another piece. What waits for links that are down does not
 * count, lest it hold up campaigns by other links, unless it is much.
 */
async function isShort(deps: JobContext): Promise<boolean> {
  const { db, clock, routing, load, settings } = deps;
  const bound = limit('feedAheadMessages');
  const dueByMs = clock.nowMs() + limit('retryLastMs');
  if (allWaiting(await countQueue(db, bound, dueByMs)) < bound) return true;
  if (allWaiting(load.waiting()) > settings.queueBoundMessages / 2) return false;
  const usable = usableLinks(routing.current());
  return usable.length > 0 && (await countWaiting(db, usable, { most: bound, dueByMs })) < bound;
}

async function recoverDead(deps: JobContext): Promise<void> {
  for (const dead of await findDeadNodes(deps.db)) {
    // Who has lost its lease and not heard of it yet would take from itself, again and again.
    const own = deps.lease.current();
    if (own.slot === dead.slot && own.epoch === dead.epoch) continue;
    let adopted: readonly DueMessage[];
    do {
      const lease = deps.lease.current();
      const ask = { dead, most: MOST_AT_ONCE };
      adopted = await deps.db.transact((transaction) => adoptDead(transaction, lease, ask));
      hearAll(deps, adopted, leftByDead);
      if (adopted.length > 0) {
        deps.log.warn({ dead, messages: adopted.length }, 'took over what a dead node held');
      }
    } while (adopted.length > 0);
    await deps.db.transact((transaction) => markRecovered(transaction, dead));
  }
}

async function findStrays(deps: JobContext): Promise<void> {
  const lease = deps.lease.current();
  if (!deps.flows()) return deps.strays.clear();
  const held = await listHeld(deps.db, lease, deps.clock.nowMs() - STRAY_MS);
  const stray = held.filter(
    (it) => !deps.asking.has(it.messageId) && deps.outboxes.get(it.linkId)?.holds(it) !== true,
  );
  // Only what was in nobody's hands at two looks: at one it may just have been on its way into an
  // outbox.
  const twice = stray.filter(({ messageId }) => deps.strays.has(messageId));
  deps.strays.clear();
  for (const { messageId } of stray) deps.strays.add(messageId);
  if (twice.length === 0) return;
  deps.log.warn({ messages: twice.length }, 'gives back messages that were in nobody’s hands');
  const dueAtMs = deps.clock.nowMs();
  const entries = twice.map((it) => ({ ...it, lease, dueAtMs }));
  await deps.db.transact((transaction) => putBack(transaction, entries));
}

async function matchParked({ db, clock, hear }: JobContext): Promise<void> {
  const nowMs = clock.nowMs();
  const parkedSinceMs = nowMs - HOUR_MS;
  const acceptedSinceMs = nowMs - limit('receiptMatchDays') * DAY_MS;
  const overtaken = await findOvertaken(db, { parkedSinceMs, acceptedSinceMs, most: MOST_AT_ONCE });
  for (const name of overtaken) hear({ kind: 'overtaken', ...name });
}

async function giveUpAllSilent(deps: JobContext): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const silentSinceMs = nowMs - limit('receiptHours') * HOUR_MS;
  const acceptedSinceMs = silentSinceMs - limit('validityHours') * HOUR_MS - 7 * DAY_MS;
  const ask = { nowMs, silentSinceMs, acceptedSinceMs, most: MOST_AT_ONCE };
  let moved: number;
  do {
    moved = await deps.db.transact((transaction) => giveUpSilent(transaction, ask));
  } while (moved === MOST_AT_ONCE);
}

/** All are released before any is removed, which takes long for some, and one stops no other. */
async function removeAbandoned(deps: JobContext): Promise<void> {
  const abandoned = await findAbandonedBatches(deps.db);
  for (const batch of abandoned) await giveUp(deps, batch);
  const failures: unknown[] = [];
  for (const batch of abandoned) {
    await removeUnpublished(deps, batch).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

function hearAll(
  deps: JobContext,
  messages: readonly DueMessage[],
  resultsOf: (message: DueMessage) => readonly PartResult[],
): void {
  const lease = deps.lease.current();
  for (const due of messages) {
    const message = { ...due, sender: { name: '', route: 'simple' as const } };
    const attempt = { linkId: due.linkId, lease, message, results: resultsOf(due) };
    deps.hear({ kind: 'attempt', attempt });
  }
}

function withdrawn(reason: FailureReason): readonly PartResult[] {
  return [{ part: 0, kind: 'withdrawn', state: 'expired', reason }];
}

/** What was being asked for is asked again; all else may be on the wire. */
function leftByDead(message: DueMessage): readonly PartResult[] {
  if (message.lostUntilMs !== undefined) return [{ part: 1, kind: 'unasked' }];
  const numbers = Array.from({ length: message.parts }, (_, index) => index + 1);
  return numbers
    .filter((part) => !message.partsTaken.includes(part))
    .map((part) => ({ part, kind: 'ambiguous' }));
}
