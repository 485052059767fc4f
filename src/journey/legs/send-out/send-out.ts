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
import type { JourneyDeps } from '../../deps.ts';
import { send } from '../../send/send.ts';
import { recheck } from './recheck.ts';
import type { Heard, Outbox } from '../../../links/outbox.ts';

/**
 * How often the store is asked for what nobody here was told of: what other nodes accepted, and
 * retries. A one-time code must be at its operator within 100 ms, whoever accepted it.
 */
const LOOK_MS = 100;
/** Messages taken in one commit, at most. */
const MOST_AT_ONCE = 500;

export type SendOut = {
  /** Looks for due messages of an outbox now, if it has room; one look at a time. */
  look(outbox: Outbox): void;
  /** Begins to look regularly. */
  start(): void;
  /** Begins no more looks and waits for those under way. */
  stop(): Promise<void>;
};

/** The leg on its dependencies; `hear` takes what is withdrawn instead of sent. */
export function createSendOut(deps: JourneyDeps, hear: (heard: Heard) => void): SendOut {
  const looking = new Map<Outbox, Promise<void>>();
  let again = new Set<Outbox>();
  let stopped = false;

  const mayFind = (outbox: Outbox): boolean => {
    const least = whatFits(outbox)?.least;
    return least !== undefined && deps.outboxes.mayHaveWaiting(outbox.linkId, least);
  };
  const lookThrough = async (outbox: Outbox): Promise<void> => {
    const more = await lookOnce(deps, outbox, hear).catch((error: unknown) => {
      deps.log.warn({ error, link: outbox.linkId }, 'due messages could not be taken');
      return false;
    });
    looking.delete(outbox);
    if ((again.delete(outbox) || more) && mayFind(outbox)) look(outbox);
  };
  const look = (outbox: Outbox): void => {
    if (stopped || whatFits(outbox) === undefined) return;
    if (looking.has(outbox)) again.add(outbox);
    else looking.set(outbox, lookThrough(outbox));
  };
  let lookingAround = false;
  const lookAround = async (): Promise<void> => {
    if (lookingAround) return;
    lookingAround = true;
    for (const outbox of deps.outboxes.all()) if (mayFind(outbox)) look(outbox);
    const quiet = deps.outboxes.all().filter((outbox) => !looking.has(outbox));
    for (const outbox of await outboxesWithDue(deps, quiet)) look(outbox);
    lookingAround = false;
  };

  let timer: { cancel(): void } | undefined;
  return {
    look(outbox) {
      if (mayFind(outbox)) look(outbox);
    },
    start() {
      timer = deps.clock.every(LOOK_MS, () => void lookAround());
    },
    async stop() {
      stopped = true;
      timer?.cancel();
      again = new Set();
      await Promise.all(looking.values());
    },
  };
}

/** What an outbox has room for: at most so many, of at least this priority. */
type Fits = { readonly least: Priority; readonly most: number };

/** Where a campaign fills the link, one-time codes still fit in front of it. */
function whatFits(outbox: Outbox): Fits | undefined {
  for (const least of [0, 1] as const) {
    const most = Math.min(outbox.room(least), MOST_AT_ONCE);
    if (most > 0) return { least, most };
  }
  return undefined;
}

/** Outboxes with room for something that is due, found in one question for all of them. */
async function outboxesWithDue(
  deps: JourneyDeps,
  outboxes: readonly Outbox[],
): Promise<readonly Outbox[]> {
  const asked = outboxes.flatMap((outbox) => {
    const least = whatFits(outbox)?.least;
    return least === undefined ? [] : [{ linkId: outbox.linkId, least }];
  });
  if (asked.length === 0) return [];
  try {
    const due = await findDueLinks(deps.db, asked, deps.clock.nowMs());
    return outboxes.filter(({ linkId }) => due.has(linkId));
  } catch (error) {
    deps.log.warn({ error }, 'due messages could not be looked for');
    return [];
  }
}

/** One look; true when there may be more to take at once. */
async function lookOnce(
  deps: JourneyDeps,
  outbox: Outbox,
  hear: (heard: Heard) => void,
): Promise<boolean> {
  const fits = whatFits(outbox);
  const lease = deps.lease.current();
  if (fits === undefined || !deps.lease.holds()) return false;
  // Until everything is found, what is accepted now does not overtake it.
  const foundAll = deps.outboxes.beginLook(outbox.linkId, fits.least);
  const { taken: due, more } = await takeNext(deps, outbox, { lease, ...fits });
  // The most urgent come first: what is more urgent than the last was found to its end.
  for (const priority of PRIORITIES) {
    if (more !== undefined && priority <= more && priority >= fits.least) {
      deps.outboxes.setWaiting(outbox.linkId, priority);
    }
  }
  const held = new Map<AccountId, number>();
  const going = await routeAll(deps, due, (message, results) => {
    hear({ kind: 'attempt', attempt: { linkId: outbox.linkId, lease, message, results } });
    const [first] = results;
    const isOverForAll = first?.kind === 'held' && first.reason === undefined;
    if (isOverForAll) held.set(message.accountId, first.untilMs);
  });
  send(outbox, going);
  for (const [accountId, untilMs] of held) {
    await holdBacklog(deps, { linkId: outbox.linkId, accountId, untilMs });
  }
  foundAll();
  return more !== undefined;
}

/** Takes what is due: on a chat number, of messages to one person only the first. */
function takeNext(
  { db, clock, outboxes, routing }: JourneyDeps,
  { linkId }: Outbox,
  { lease, ...fits }: Fits & { readonly lease: NodeLease },
): Promise<Due> {
  const inTurn = routing.current().links.get(linkId)?.carrier === 'whatsapp';
  const atMs = clock.nowMs();
  const lanes = outboxes.takeAnswered(linkId);
  const taken = db.transact(async (transaction) => {
    const freed = freeNext(transaction, linkId, { lanes, atMs });
    const [due] = await Promise.all([
      takeDue(transaction, lease, { linkId, ...fits, atMs, inTurn }),
      freed,
    ]);
    return due;
  });
  return taken.catch((error: unknown) => {
    for (const lane of lanes) outboxes.answered(linkId, lane);
    throw error;
  });
}

type Withdraw = (message: Outgoing, results: AttemptResult['results']) => void;

/** Judges what was taken by what is true now; hands what may not go to `withdraw`. */
async function routeAll(
  deps: JourneyDeps,
  due: readonly TakenDue[],
  withdraw: Withdraw,
): Promise<readonly Outgoing[]> {
  const going: Outgoing[] = [];
  const rechecked = await recheck(deps, due);
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
