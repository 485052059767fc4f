/** What is settled because its time is over, and what two nodes have each half settled. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { endOfValidity } from '../../domain/message/outgoing.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Database } from '../../kit/postgres/pool.ts';
import type { Heard } from '../../links/outbox.ts';
import {
  endLooks,
  giveUpSilent,
  holdLooks,
  keepLooks,
  listOpen,
  nextOf,
  type Stretch,
  type Waiting,
} from '../../store/messages/silent.ts';
import type { HeldLease } from '../../store/nodes/nodes.ts';
import type { DueMessage } from '../../store/queue/leased.ts';
import { takeExpired } from '../../store/queue/take-due.ts';
import { findOvertaken } from '../../store/messages/receipts.ts';

const MOST_AT_ONCE = 1_000;

type OverdueDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly lease: Pick<HeldLease, 'current'>;
  readonly hear: (heard: Heard) => void;
  /** Whether what was heard some seconds ago is committed. */
  readonly flows: () => boolean;
};

/** Ends messages that no link could send in time. */
export async function expireWaiting({ db, clock, hear, flows, ...deps }: OverdueDeps) {
  const ask = { atMs: clock.nowMs(), most: MOST_AT_ONCE };
  let overdue: readonly DueMessage[];
  do {
    const lease = deps.lease.current();
    overdue = await db.transact((transaction) => takeExpired(transaction, lease, ask));
    for (const due of overdue) {
      const message = { ...due, sender: { name: '', route: 'simple' as const } };
      const results = [{ part: 0, kind: 'withdrawn' as const, ...endOfValidity(due) }];
      hear({ kind: 'attempt', attempt: { linkId: due.linkId, lease, message, results } });
    }
  } while (overdue.length === MOST_AT_ONCE && flows());
}

/** A worker that has not said so for this long is no longer looking. */
const HOLD_MS = 120_000;
/** Where texts left late, held for their hours or by a link, is found out this often. */
const LATE_MS = HOUR_MS;
/** How long most texts take until they leave: those of so long before are looked at again. */
const LEAVING_MS = 10 * MINUTE_MS;

/**
 * Stops waiting for receipts that never came. Of all texts once, when their time is over: one
 * worker looks, a piece at a time. Each hour one finds where texts wait that left late; it
 * remembers which become due before the next time, and looks there again when they are.
 */
export function createGiveUpSilent({
  db,
  clock,
}: {
  readonly db: Pick<Database, 'read' | 'transact'>;
  readonly clock: Clock;
}) {
  /** Undefined until this worker has looked for what left late, and after a look that failed. */
  let remembered: readonly Waiting[] | undefined;

  return async function giveUpAllSilent(): Promise<void> {
    const looks = await db.transact((tx) => holdLooks(tx, { holdMs: HOLD_MS, lateMs: LATE_MS }));
    const nowMs = clock.nowMs();
    const silentSinceMs = nowMs - limit('receiptHours') * HOUR_MS;
    const lookedUntil = firstIdAt(silentSinceMs - LEAVING_MS);
    const isLate = looks !== undefined && (looks.isLateDue || remembered === undefined);
    // What another worker's look passes over is looked at all the same.
    const known = (isLate ? undefined : remembered) ?? [];
    const due = known.filter(({ sentAtMs }) => sentAtMs < silentSinceMs);
    const waiting = known.filter(({ sentAtMs }) => sentAtMs >= silentSinceMs);
    const isRemembered = looks !== undefined || remembered !== undefined;
    remembered = undefined;
    let open: readonly Stretch[] = due.toSorted((a, b) => a.fromId - b.fromId);
    if (looks !== undefined) {
      const oldestMs = silentSinceMs - limit('validityHours') * HOUR_MS - 7 * DAY_MS;
      const fromId = Math.max(firstIdAt(oldestMs), isLate ? 0 : looks.lookedUntil);
      open = [...open, ...(await listOpen(db, { fromId, toId: firstIdAt(silentSinceMs) }))];
    }
    while (open.length > 0) {
      const next = nextOf(open);
      const { left, found } = await db.transact(async (tx) => {
        if (looks !== undefined) await keepLooks(tx, { holdMs: HOLD_MS });
        return giveUpSilent(tx, next, { nowMs, silentSinceMs });
      });
      open = [...left, ...open.slice(next.length)];
      const soonMs = silentSinceMs + 2 * LATE_MS;
      waiting.push(...found.filter((it) => it.fromId < lookedUntil && it.sentAtMs < soonMs));
    }
    if (looks !== undefined) {
      await db.transact((tx) => endLooks(tx, { lookedUntil, wasLate: isLate }));
    }
    if (isRemembered) remembered = waiting;
  };
}

/** Matches receipts that one node parked while another stored their attempts. */
export async function matchParked({ db, clock, hear }: OverdueDeps): Promise<void> {
  const nowMs = clock.nowMs();
  const parkedSinceMs = nowMs - HOUR_MS;
  const acceptedSinceMs = nowMs - limit('receiptMatchDays') * DAY_MS;
  const overtaken = await findOvertaken(db, { parkedSinceMs, acceptedSinceMs, most: MOST_AT_ONCE });
  for (const name of overtaken) hear({ kind: 'overtaken', ...name });
}
