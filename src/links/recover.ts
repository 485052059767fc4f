/** Messages nobody works on any more: held by nodes that died, or lost track of by this one. */
import type { NodeLease } from '../domain/carrier/carrier.ts';
import type { MessageId } from '../domain/ids.ts';
import type { PartResult } from '../domain/message/outgoing.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { findDeadNodes, type HeldLease, markRecovered } from '../store/nodes/nodes.ts';
import { putBack } from '../store/queue/close-queued.ts';
import { listHeld } from '../store/queue/look-at-queue.ts';
import type { DueMessage } from '../store/queue/leased.ts';
import { adoptDead } from '../store/queue/take-due.ts';
import type { Heard, Outboxes } from './outbox.ts';

const MOST_AT_ONCE = 1_000;
/** The gap between a commit and the outbox, or an outcome and its commit, is far shorter. */
export const STRAY_MS = 10_000;

type RecoverDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: Pick<HeldLease, 'current'>;
  readonly outboxes: Outboxes;
  readonly hear: (heard: Heard) => void;
  /** Whether what was heard some seconds ago is committed. */
  readonly flows: () => boolean;
  readonly isAsking: (messageId: MessageId) => boolean;
};

/** Takes over what dead nodes held: every such attempt is ambiguous, and recorded as that. */
export async function recoverDead(deps: RecoverDeps): Promise<void> {
  for (const dead of await findDeadNodes(deps.db)) {
    // A node that lost its lease without noticing would take over from itself, again and again.
    const own = deps.lease.current();
    if (own.slot === dead.slot && own.epoch === dead.epoch) continue;
    while (await adoptSome(deps, dead));
    await deps.db.transact((transaction) => markRecovered(transaction, dead));
  }
}

async function adoptSome(deps: RecoverDeps, dead: NodeLease): Promise<boolean> {
  const { db, hear, log } = deps;
  const lease = deps.lease.current();
  const adopted = await db.transact((tx) => adoptDead(tx, lease, { dead, most: MOST_AT_ONCE }));
  for (const due of adopted) {
    const message = { ...due, sender: { name: '', route: 'simple' as const } };
    const attempt = { linkId: due.linkId, lease, message, results: leftByDead(due) };
    hear({ kind: 'attempt', attempt });
  }
  if (adopted.length > 0) {
    log.warn({ dead, messages: adopted.length }, 'took over what a dead node held');
  }
  return adopted.length > 0;
}

/** Messages being queried are queried again; all others may be on the wire. */
function leftByDead(message: DueMessage): readonly PartResult[] {
  if (message.lostUntilMs !== undefined) return [{ part: 1, kind: 'unasked' }];
  // Of a test nothing is ever on the wire.
  if (message.isTest) return [{ part: 1, kind: 'unsent' }];
  const numbers = Array.from({ length: message.parts }, (_, index) => index + 1);
  return numbers
    .filter((part) => !message.partsTaken.includes(part))
    .map((part) => ({ part, kind: 'ambiguous' }));
}

/**
 * Makes the job that requeues what this node holds but lost track of: a commit whose answer
 * never came. Only what nobody worked on at two checks goes back: at one it may just have been
 * on its way into an outbox.
 */
export function createFindStrays(deps: RecoverDeps): () => Promise<void> {
  const { db, clock, log, outboxes } = deps;
  let before = new Set<MessageId>();
  return async () => {
    const lease = deps.lease.current();
    if (!deps.flows()) return before.clear();
    const held = await listHeld(db, { ...lease, beforeMs: clock.nowMs() - STRAY_MS });
    const strays = held.filter(
      (it) => !deps.isAsking(it.messageId) && outboxes.get(it.linkId)?.holds(it) !== true,
    );
    const twice = strays.filter(({ messageId }) => before.has(messageId));
    before = new Set(strays.map(({ messageId }) => messageId));
    if (twice.length === 0) return;
    log.warn({ messages: twice.length }, 'requeues messages that nothing was working on');
    const dueAtMs = clock.nowMs();
    const entries = twice.map((it) => ({ ...it, lease, dueAtMs }));
    await db.transact((transaction) => putBack(transaction, entries));
  };
}
