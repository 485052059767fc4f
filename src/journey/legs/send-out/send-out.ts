/**
 * The second leg: route → send. Takes what is due for a link, as much as the link has room for,
 * commits that it is taken, and hands it over. What a crash leaves taken is an ambiguous attempt,
 * never an unknown one.
 */
import type { NodeLease } from '../../../domain/carrier/carrier.ts';
import type { AccountId } from '../../../domain/ids.ts';
import type { AttemptResult, Outgoing } from '../../../domain/message/outgoing.ts';
import { PRIORITIES, type Priority } from '../../../domain/sender/sender.ts';
import { findDueLinks } from '../../../store/queue/look-at-queue.ts';
import { freeNext } from '../../../store/queue/free-next.ts';
import { takeDue, type Due, type TakenDue } from '../../../store/queue/take-due.ts';
import { holdBacklog } from './hold-backlog.ts';
import type { JourneyParts } from '../../parts.ts';
import { recheck } from './recheck.ts';
import { sizeOf, type Heard, type Line } from '../../send/line.ts';

/**
 * How often the store is asked for what nobody here was told of: what other nodes accepted, and
 * retries. A one-time code must be at its operator within 100 ms, whoever accepted it.
 */
const LOOK_MS = 100;
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

  const mayFind = (line: Line): boolean => {
    const least = whatFits(line)?.least;
    return least !== undefined && parts.lines.mayHaveWaiting(line.linkId, least);
  };
  const lookThrough = async (line: Line): Promise<void> => {
    const more = await lookOnce(parts, line, hear).catch((error: unknown) => {
      parts.log.warn({ error, link: line.linkId }, 'due messages could not be taken');
      return false;
    });
    looking.delete(line);
    if ((again.delete(line) || more) && mayFind(line)) look(line);
  };
  const look = (line: Line): void => {
    if (stopped || whatFits(line) === undefined) return;
    if (looking.has(line)) again.add(line);
    else looking.set(line, lookThrough(line));
  };
  let lookingAround = false;
  const lookAround = async (): Promise<void> => {
    if (lookingAround) return;
    lookingAround = true;
    for (const line of parts.lines.all()) if (mayFind(line)) look(line);
    const quiet = parts.lines.all().filter((line) => !looking.has(line));
    for (const line of await linesWithDue(parts, quiet)) look(line);
    lookingAround = false;
  };

  let timer: { cancel(): void } | undefined;
  return {
    look(line) {
      if (mayFind(line)) look(line);
    },
    start() {
      timer = parts.clock.every(LOOK_MS, () => void lookAround());
    },
    async stop() {
      stopped = true;
      timer?.cancel();
      again = new Set();
      await Promise.all(looking.values());
    },
  };
}

/** What a line has room for: at most so many, of at least this priority. */
type Fits = { readonly least: Priority; readonly most: number };

/** Where a campaign fills the link, one-time codes still fit in front of it. */
function whatFits(line: Line): Fits | undefined {
  for (const least of [0, 1] as const) {
    const most = Math.min(line.room(least), MOST_AT_ONCE);
    if (most > 0) return { least, most };
  }
  return undefined;
}

/** Lines with room for something that is due, found in one question for all of them. */
async function linesWithDue(parts: JourneyParts, lines: readonly Line[]): Promise<readonly Line[]> {
  const asked = lines.flatMap((line) => {
    const least = whatFits(line)?.least;
    return least === undefined ? [] : [{ linkId: line.linkId, least }];
  });
  if (asked.length === 0) return [];
  try {
    const due = await findDueLinks(parts.db, asked, parts.clock.nowMs());
    return lines.filter(({ linkId }) => due.has(linkId));
  } catch (error) {
    parts.log.warn({ error }, 'due messages could not be looked for');
    return [];
  }
}

/** One look; true when there may be more to take at once. */
async function lookOnce(
  parts: JourneyParts,
  line: Line,
  hear: (heard: Heard) => void,
): Promise<boolean> {
  const fits = whatFits(line);
  const lease = parts.lease.current();
  if (fits === undefined || !parts.lease.holds()) return false;
  // Until everything is found, what is accepted now does not overtake it.
  const foundAll = parts.lines.beginLook(line.linkId, fits.least);
  const { taken: due, more } = await takeNext(parts, line, { lease, ...fits });
  // The most urgent come first: what is more urgent than the last was found to its end.
  for (const priority of PRIORITIES) {
    if (more !== undefined && priority <= more && priority >= fits.least) {
      parts.lines.setWaiting(line.linkId, priority);
    }
  }
  const held = new Map<AccountId, number>();
  const going = await routeAll(parts, due, (message, results) => {
    hear({ kind: 'attempt', attempt: { linkId: line.linkId, lease, message, results } });
    const [first] = results;
    const isOverForAll = first?.kind === 'held' && first.reason === undefined;
    if (isOverForAll) held.set(message.accountId, first.untilMs);
  });
  for (const message of going) line.claim(sizeOf(message));
  line.hand(going);
  for (const [accountId, untilMs] of held) {
    await holdBacklog(parts, { linkId: line.linkId, accountId, untilMs });
  }
  foundAll();
  return more !== undefined;
}

/** Takes what is due: on a chat number, of messages to one person only the first. */
function takeNext(
  { db, clock, lines, routing }: JourneyParts,
  { linkId }: Line,
  { lease, ...fits }: Fits & { readonly lease: NodeLease },
): Promise<Due> {
  const inTurn = routing.current().links.get(linkId)?.carrier === 'whatsapp';
  const atMs = clock.nowMs();
  const lanes = lines.takeAnswered(linkId);
  const taken = db.transact(async (transaction) => {
    const freed = freeNext(transaction, linkId, { lanes, atMs });
    const [due] = await Promise.all([
      takeDue(transaction, lease, { linkId, ...fits, atMs, inTurn }),
      freed,
    ]);
    return due;
  });
  return taken.catch((error: unknown) => {
    for (const lane of lanes) lines.answered(linkId, lane);
    throw error;
  });
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
      case 'known':
        withdraw(nobody, [{ part: 1, kind: 'taken', operatorKey: routed.operatorKey ?? '' }]);
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
