/**
 * The links of test keys. They lead nowhere, so no node has to own them: every node with links
 * serves them, and a message is held by the queue's row as any other. What a dead node was to tell
 * of them another finds in the store.
 */
import type { CarrierEvents, CarrierLink, NodeLease } from '../domain/carrier/carrier.ts';
import { HOUR_MS, SECOND_MS } from '../domain/durations.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { TEST_LINKS } from '../domain/testing/test-mode.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { HeldLease } from '../store/nodes/nodes.ts';
import { listUntold, type UntoldTest } from '../store/messages/test-attempts.ts';
import { type Heard, Outbox, type Outboxes } from './outbox.ts';

const LOOK_MS = SECOND_MS;
const SWEEP_MS = 10 * SECOND_MS;

type RemindedLink = CarrierLink & { remind(untold: readonly UntoldTest[]): void };

export type HoldTestLinks = {
  /** Opens them under the lease of this node. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

type HoldTestLinksSettings = {
  readonly deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly log: Log;
    readonly lease: HeldLease;
    readonly outboxes: Outboxes;
  };
  readonly makeLink: (linkId: LinkId, events: CarrierEvents) => RemindedLink;
  readonly hear: (heard: Heard) => void;
  /** An outbox has room again. */
  readonly hasRoom: (outbox: Outbox) => void;
};

/** Holds none before `start`. */
export function createHoldTestLinks(settings: HoldTestLinksSettings): HoldTestLinks {
  const { clock, log, lease, outboxes } = settings.deps;
  let held: { readonly lease: NodeLease; readonly links: readonly RemindedLink[] } | undefined;
  const timers: Timer[] = [];
  let looking: Promise<void> | undefined;

  const letGo = async (): Promise<void> => {
    const links = held?.links ?? [];
    held = undefined;
    for (const link of links) {
      outboxes.close(link.linkId);
      await link.stop();
    }
  };
  const sweep = (sinceMs: number): Promise<void> => remindAll(settings, held?.links ?? [], sinceMs);
  const look = async (): Promise<void> => {
    const current = lease.current();
    if (held?.lease === current) return;
    await letGo();
    const links = Object.values(TEST_LINKS).map((linkId) => open(settings, linkId, current));
    held = { lease: current, links };
    for (const link of links) link.start();
    await sweep(clock.nowMs() - limit('receiptMatchDays') * 24 * HOUR_MS);
  };
  const alone = (work: () => Promise<void>): Promise<void> => {
    looking ??= work()
      .catch((error: unknown) => log.warn({ error }, 'tests could not be looked after'))
      .finally(() => (looking = undefined));
    return looking;
  };
  return {
    async start() {
      await alone(look);
      timers.push(
        clock.every(LOOK_MS, () => void alone(look)),
        clock.every(SWEEP_MS, () => void alone(() => sweep(clock.nowMs() - HOUR_MS))),
      );
    },
    async stop() {
      for (const timer of timers) timer.cancel();
      await looking;
      await letGo();
    },
  };
}

/** What was due since then and no living node is going to tell. */
async function remindAll(
  { deps }: HoldTestLinksSettings,
  links: readonly RemindedLink[],
  sinceMs: number,
): Promise<void> {
  for (const link of links) {
    const most = limit('linkWaitingParts');
    link.remind(await listUntold(deps.db, { linkId: link.linkId, sinceMs, most }));
  }
}

function open(
  { deps, makeLink, hear, hasRoom }: HoldTestLinksSettings,
  linkId: LinkId,
  lease: NodeLease,
): RemindedLink {
  const book: { outbox?: Outbox } = {};
  const link = makeLink(linkId, {
    outcome: (outcome) => book.outbox?.outcome(outcome),
    inbound: (inbound) => (inbound.kind === 'reply' ? undefined : book.outbox?.inbound(inbound)),
    room: () => book.outbox && hasRoom(book.outbox),
    state: () => undefined,
  });
  const isOurs = (): boolean => deps.lease.holds() && deps.lease.current() === lease;
  const guarded = { ...link, room: () => (isOurs() ? link.room() : 0) };
  const outbox = new Outbox(guarded, lease, hear);
  book.outbox = outbox;
  deps.outboxes.open(outbox);
  return link;
}
