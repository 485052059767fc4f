import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hasHours } from '../../domain/policy/hours.ts';
import { PRIORITIES } from '../../domain/sender/sender.ts';
import { type Fits, type Heard, type Outbox, whatFits } from '../../links/outbox.ts';
import { markHeld } from '../../store/messages/move-messages.ts';
import type { TakenDue } from '../../store/queue/leased.ts';
import { type Due, freeNext, takeDue } from '../../store/queue/take-due.ts';
import { holdBack } from '../../store/queue/close-queued.ts';
import type { JourneyDeps } from '../deps.ts';

export type HandOutDeps = Pick<JourneyDeps, 'db' | 'clock' | 'lease' | 'routing' | 'outboxes'>;

/** Messages that this node now holds, under this lease. */
type HandedOut = {
  readonly due: readonly TakenDue[];
  readonly lease: NodeLease;
  /** More may be ready to take right away. */
  readonly more: boolean;
  /** Call it once they are in the outbox: messages accepted from then on may overtake them. */
  readonly done: () => void;
};

/**
 * Takes what is due for a link, as much as its outbox has room for, and commits that. undefined
 * when nothing may be taken now.
 */
export async function handOut(deps: HandOutDeps, outbox: Outbox): Promise<HandedOut | undefined> {
  const { outboxes } = deps;
  const fits = whatFits(outbox);
  const lease = deps.lease.current();
  if (fits === undefined || !deps.lease.holds()) return undefined;
  // Until everything is found, newly accepted messages do not overtake it.
  const done = outboxes.beginLook(outbox.linkId, fits.least);
  const { taken: due, more } = await takeNext(deps, outbox, { lease, ...fits });
  // Most urgent first: everything more urgent than the last one was found.
  for (const priority of PRIORITIES) {
    if (more !== undefined && priority <= more && priority >= fits.least) {
      outboxes.setWaiting(outbox.linkId, priority);
    }
  }
  return { due, lease, more: more !== undefined, done };
}

/** Takes what is due; on a chat number, only the first message to each person. */
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

/** Whatever became of a chat message, the next one to its recipient may be due now. */
export async function freeKeys(
  deps: Pick<JourneyDeps, 'db' | 'clock' | 'log' | 'outboxes'>,
  heard: readonly Heard[],
): Promise<void> {
  const { outboxes, db, clock, log } = deps;
  const attempts = heard.flatMap((it) => (it.kind === 'attempt' ? [it.attempt] : []));
  const chats = attempts.filter(({ message }) => message.alphabet === 'chat');
  for (const [linkId, alike] of Map.groupBy(chats, (it) => it.linkId)) {
    const lanes = alike.map(({ message }) => message);
    if (outboxes.get(linkId) === undefined) {
      // Another node holds the link, so this one cannot know how these ended.
      const atMs = clock.nowMs();
      await db
        .transact((transaction) => freeNext(transaction, linkId, { lanes, atMs }))
        .catch((error: unknown) => log.warn({ error }, 'the next in some chats are delayed'));
    } else for (const lane of lanes) outboxes.answered(linkId, lane);
  }
}

/**
 * When an account's hours are over, everything it has waiting for a link is held back together: one
 * by one it would block everybody else's messages.
 */
export async function holdBacklog(
  deps: Pick<JourneyDeps, 'db' | 'clock' | 'accounts'>,
  what: { readonly linkId: LinkId; readonly accountId: AccountId; readonly untilMs: number },
): Promise<void> {
  const { db, accounts, clock } = deps;
  const account = await accounts.byId(what.accountId);
  if (account === undefined) return;
  const templates = [...account.templates.values()];
  const senders = [...account.sendersById.values()];
  const backlog = {
    ...what,
    templateIds: templates.filter((it) => it.category === 'promotional').map(({ id }) => id),
    senderIds: senders.filter((it) => hasHours('promotional', it.route)).map(({ id }) => id),
  };
  const ask = { atMs: clock.nowMs(), most: limit('feedMessages') };
  let held: number;
  do {
    held = await db.transact(async (transaction) => {
      const ids = await holdBack(transaction, backlog, ask);
      const { accountId } = what;
      await markHeld(
        transaction,
        ids.map((messageId) => ({ accountId, messageId })),
      );
      return ids.length;
    });
  } while (held === ask.most);
}
