/**
 * The second leg: route → send. Takes what is due for a link, as much as the link has room for,
 * commits that it is taken, and hands it over. What a crash leaves taken is an ambiguous attempt,
 * never an unknown one.
 */
import type { AccountId } from '../domain/ids.ts';
import type { AttemptResult, Outgoing } from '../domain/message/outgoing.ts';
import { takeDue, type TakenDue } from '../store/queue/take-due.ts';
import { holdBacklog } from './hold-backlog.ts';
import type { JourneyParts } from './parts.ts';
import { recheck } from './recheck.ts';
import type { Heard, Line } from './send/line.ts';

/**
 * How long a link with nothing known to wait is left alone before the store is asked: other nodes
 * and retries.
 */
const LOOK_MS = 200;
/** Messages taken in one commit, at most. */
const MOST_AT_ONCE = 500;

export type SendOut = {
  /** Looks for due messages of a line now, if it has room; one look at a time. */
  look(line: Line): void;
  /** Begins to look regularly. */
  start(): void;
  /** Begins no more looks and waits for those under way. */
  stop(): Promise<void>;
};

/** The leg on the parts it travels with; `hear` takes what is withdrawn instead of sent. */
export function createSendOut(parts: JourneyParts, hear: (heard: Heard) => void): SendOut {
  const looking = new Map<Line, Promise<void>>();
  let again = new Set<Line>();
  let stopped = false;

  const lookThrough = async (line: Line): Promise<void> => {
    const more = await lookOnce(parts, line, hear).catch((error: unknown) => {
      parts.log.warn({ error, link: line.linkId }, 'due messages could not be taken');
      return false;
    });
    looking.delete(line);
    if (again.delete(line) || more) look(line);
  };
  const look = (line: Line): void => {
    if (stopped || line.room() === 0) return;
    if (looking.has(line)) again.add(line);
    else looking.set(line, lookThrough(line));
  };

  let timer: { cancel(): void } | undefined;
  return {
    look(line) {
      if (parts.lines.mayHaveWaiting(line.linkId)) look(line);
    },
    start() {
      timer = parts.clock.every(LOOK_MS, () => parts.lines.all().forEach(look));
    },
    async stop() {
      stopped = true;
      timer?.cancel();
      again = new Set();
      await Promise.all(looking.values());
    },
  };
}

/** One look; true when there may be more to take at once. */
async function lookOnce(
  parts: JourneyParts,
  line: Line,
  hear: (heard: Heard) => void,
): Promise<boolean> {
  const most = Math.min(line.room(), MOST_AT_ONCE);
  const lease = parts.lease.current();
  if (most === 0 || !parts.lease.holds()) return false;
  // Until everything is found, what is accepted now does not overtake it.
  const foundAll = parts.lines.beginLook(line.linkId);
  const due = await parts.db.transact((transaction) =>
    takeDue(transaction, lease, { linkId: line.linkId, most, atMs: parts.clock.nowMs() }),
  );
  const full = due.length === most;
  if (full) parts.lines.setWaiting(line.linkId, true);
  const held = new Map<AccountId, number>();
  const going = await routeAll(parts, due, (message, results) => {
    hear({ kind: 'attempt', attempt: { linkId: line.linkId, lease, message, results } });
    const [first] = results;
    if (first?.kind === 'held') held.set(message.accountId, first.untilMs);
  });
  line.claim(going.reduce((sum, it) => sum + it.parts - it.partsTaken.length, 0));
  line.hand(going);
  for (const [accountId, untilMs] of held) {
    await holdBacklog(parts, { linkId: line.linkId, accountId, untilMs });
  }
  if (!full) foundAll();
  return full && line.room() > 0;
}

type Withdraw = (message: Outgoing, results: AttemptResult['results']) => void;

/** Judges what was taken by what is true now; hands what may not go to `withdraw`. */
async function routeAll(
  parts: JourneyParts,
  due: readonly TakenDue[],
  withdraw: Withdraw,
): Promise<readonly Outgoing[]> {
  const going: Outgoing[] = [];
  const rechecked = await recheck(parts, due);
  due.forEach((message, index) => {
    const routed = rechecked[index];
    const nobody = { ...message, sender: { name: '', route: 'simple' as const } };
    switch (routed?.kind) {
      case 'go':
        going.push(routed.message);
        break;
      case 'held':
      case 'withdrawn':
        withdraw(nobody, [{ part: 0, ...routed }]);
        break;
      case 'unjudged':
      case undefined:
        withdraw(nobody, [{ part: 1, kind: 'unsent' }]);
    }
  });
  return going;
}
