/**
 * Posts of the chat platform's webhook: kept as they came, in groups, before the platform gets its
 * answer; then processed by any node with the role `worker`. A post that cannot be processed is
 * tried again, alone and with growing backoff, and finally kept for people to see: it never stops
 * the others (decision 34).
 */
import { limit } from '../domain/limits.ts';
import { createPace, type Timer } from '@paigham/base/clock.ts';
import { createGroup } from '../kit/group.ts';
import { oneAtATime } from '../kit/semaphore.ts';
import { isTimeout, isTransient } from '../kit/postgres/faults.ts';
import {
  type ChatPost,
  type DueEventName,
  endEvents,
  insertEvents,
  listDueEvents,
} from '../store/chat/events.ts';
import type { ChatDeps } from './chat.ts';
import { processEvents, type WorkedOff } from './apply-events.ts';

/** How often the store is checked for what other nodes have kept. */
const LOOK_MS = 250;
/**
 * Each message brings three or four posts, one by one, and a commit costs more than what it says of
 * a message: under load they are kept and processed together. The platform waits for seconds.
 */
const KEEP_EVERY_MS = 50;
const WORK_EVERY_MS = 250;
/** A post that cannot be processed as part of a group is tried alone from then on. */
const ALONE_AT_ONCE = 100;

type ChatWebhook = {
  /**
   * Keeps a post. `busy`: too many are waiting, nothing was kept. Rejects when the database would
   * not take it; the platform tries again.
   */
  hear(post: ChatPost): Promise<'kept' | 'busy'>;
  start(): void;
  stop(): Promise<void>;
};

export function createChatWebhook(deps: ChatDeps): ChatWebhook {
  const group = createGroup<ChatPost, 'kept'>({
    async work(posts) {
      const nowMs = deps.clock.nowMs();
      const fresh = await deps.db.transact((transaction) =>
        insertEvents(transaction, { rows: posts, atMs: nowMs }),
      );
      if (fresh > 0) deps.count('post', fresh);
      if (fresh < posts.length) deps.count('post_repeated', posts.length - fresh);
      look();
      return posts.map(() => 'kept');
    },
    mostItems: limit('webhookGroup'),
    weigh: ({ raw }) => raw.length,
    mostWeight: limit('webhookGroupBytes'),
    pace: createPace(deps.clock, KEEP_EVERY_MS),
  });
  let pendingBytes = 0;
  let timer: Timer | undefined;
  const isStopped = (): boolean => timer === undefined;
  const pace = createPace(deps.clock, WORK_EVERY_MS);
  const work = oneAtATime(() => workThrough(deps, { isStopped, pace }));
  const look = (): void => {
    if (!isStopped()) void work();
  };
  return {
    async hear(post) {
      const bytes = post.raw.length;
      const isFull =
        group.pending() >= limit('webhookPending') ||
        pendingBytes + bytes > limit('webhookPendingBytes');
      if (isFull) return 'busy';
      pendingBytes += bytes;
      return group.add(post).finally(() => (pendingBytes -= bytes));
    },
    start() {
      timer = deps.clock.every(LOOK_MS, () => (deps.hasPosts() ? look() : undefined));
      look();
    },
    async stop() {
      await group.drained();
      timer?.cancel();
      timer = undefined;
      await work();
    },
  };
}

/** Group after group, until nothing is due or we are to stop. Never rejects. */
async function workThrough(
  deps: ChatDeps,
  { isStopped, pace }: { readonly isStopped: () => boolean; readonly pace: () => Promise<void> },
): Promise<void> {
  try {
    // Each group is one commit. A long backlog would delay the end of the program.
    for (let events = 1; !isStopped() && events > 0;) {
      if (events < limit('chatEventsAtOnce')) await pace();
      events = await workGroup(deps);
    }
  } catch (error) {
    deps.log.warn({ error }, 'webhook requests could not be processed yet');
  }
}

/** How many posts are over; 0: there is nothing more to do right away. */
async function workGroup(deps: ChatDeps): Promise<number> {
  try {
    const done = await deps.db.transact((transaction) => processEvents(deps, transaction));
    report(deps, done);
    return done.events - done.deferred;
  } catch (error) {
    if (passesByItself(error)) throw error;
    deps.log.error({ error }, 'a group of webhook requests failed and is processed one by one');
    return workOneByOne(deps);
  }
}

async function workOneByOne(deps: ChatDeps): Promise<number> {
  const ask = { atMs: deps.clock.nowMs(), most: ALONE_AT_ONCE };
  const due = await listDueEvents(deps.db, ask);
  for (const event of due) {
    try {
      const { id } = event;
      report(
        deps,
        await deps.db.transact((transaction) => processEvents(deps, transaction, { id })),
      );
    } catch (error) {
      if (passesByItself(error)) throw error;
      await putAside(deps, event, error);
      deps.count('post_failed', 1);
    }
  }
  return due.length === ALONE_AT_ONCE ? due.length : 0;
}

/** A post that always takes the database too long must not hold up the others. */
function passesByItself(error: unknown): boolean {
  return isTransient(error) && !isTimeout(error);
}

/**
 * Notes why a post failed and when to try again; it gives up in the end, unless the database took
 * too long: others may be to blame for that.
 */
async function putAside(
  { db, clock, log }: ChatDeps,
  { accountId, id, tries: before }: DueEventName,
  error: unknown,
): Promise<void> {
  const most = limit('chatEventTries');
  const tries = Math.min(before + 1, isTimeout(error) ? most - 1 : most);
  const isLast = tries === most;
  const pauseMs = limit('chatEventRetryMs') * 2 ** before;
  const dueAtMs = isLast ? undefined : clock.nowMs() + pauseMs;
  const words = error instanceof Error ? error.message.slice(0, 500) : 'an unknown fault';
  const fate = { accountId, id, tries, dueAtMs, error: words };
  log.error({ error, event: id, tries }, 'a webhook request could not be processed');
  await db.transact((transaction) => endEvents(transaction, [fate]));
}

function report({ count, resync }: ChatDeps, done: WorkedOff): void {
  for (const [what, by] of Object.entries(done.counts)) if (by > 0) count(what, by);
  for (const businessId of done.resync) resync(businessId);
}
