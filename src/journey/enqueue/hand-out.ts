import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { PRIORITIES } from '../../domain/sender/sender.ts';
import { whatFits, type Fits, type Heard, type Outbox } from '../../links/outbox.ts';
import { freeNext } from '../../store/queue/free-next.ts';
import { takeDue, type Due, type TakenDue } from '../../store/queue/take-due.ts';
import type { JourneyDeps } from '../deps.ts';

export type HandOutDeps = Pick<JourneyDeps, 'db' | 'clock' | 'lease' | 'routing' | 'outboxes'>;

/** Messages that this node holds now, under this lease. */
export type HandedOut = {
  readonly due: readonly TakenDue[];
  readonly lease: NodeLease;
  /** There may be more to take at once. */
  readonly more: boolean;
  /** To be called when they are in the outbox: what is accepted from then on may overtake them. */
  readonly done: () => void;
};

/**
 * Takes what is due for a link, as much as its outbox has room for, and commits that it is taken.
 * undefined when nothing may be taken now.
 */
export async function handOut(deps: HandOutDeps, outbox: Outbox): Promise<HandedOut | undefined> {
  const { outboxes } = deps;
  const fits = whatFits(outbox);
  const lease = deps.lease.current();
  if (fits === undefined || !deps.lease.holds()) return undefined;
  // Until everything is found, what is accepted now does not overtake it.
  const done = outboxes.beginLook(outbox.linkId, fits.least);
  const { taken: due, more } = await takeNext(deps, outbox, { lease, ...fits });
  // The most urgent come first: what is more urgent than the last was found to its end.
  for (const priority of PRIORITIES) {
    if (more !== undefined && priority <= more && priority >= fits.least) {
      outboxes.setWaiting(outbox.linkId, priority);
    }
  }
  return { due, lease, more: more !== undefined, done };
}

/** Takes what is due: on a chat number, of messages to one person only the first. */
async function takeNext(
  { db, clock, outboxes, routing }: HandOutDeps,
  { linkId }: Outbox,
  { lease, ...fits }: Fits & { readonly lease: NodeLease },
): Promise<Due> {
  const inTurn = routing.current().links.get(linkId)?.carrier === 'whatsapp';
  const atMs = clock.nowMs();
  const lanes = outboxes.takeAnswered(linkId);
  try {
    return await db.transact(async (transaction) => {
      const freed = freeNext(transaction, linkId, { lanes, atMs });
      const [due] = await Promise.all([
        takeDue(transaction, lease, { linkId, ...fits, atMs, inTurn }),
        freed,
      ]);
      return due;
    });
  } catch (error) {
    for (const lane of lanes) outboxes.answered(linkId, lane);
    throw error;
  }
}

/** Whatever came of a chat message, another one may be the next to its recipient. */
export async function freeLanes(
  deps: Pick<JourneyDeps, 'db' | 'clock' | 'log' | 'outboxes'>,
  heard: readonly Heard[],
): Promise<void> {
  const { outboxes, db, clock, log } = deps;
  const attempts = heard.flatMap((it) => (it.kind === 'attempt' ? [it.attempt] : []));
  const chats = attempts.filter(({ message }) => message.alphabet === 'chat');
  for (const [linkId, alike] of Map.groupBy(chats, (it) => it.linkId)) {
    const lanes = alike.map(({ message }) => message);
    if (outboxes.get(linkId) === undefined) {
      // Another node holds the link, and how these ended it cannot know.
      const atMs = clock.nowMs();
      await db
        .transact((transaction) => freeNext(transaction, linkId, { lanes, atMs }))
        .catch((error: unknown) => log.warn({ error }, 'the next of some chats wait longer'));
    } else for (const lane of lanes) outboxes.answered(linkId, lane);
  }
}
