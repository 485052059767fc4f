/**
 * Which links this node works: those it holds in the store, as they are configured now. A link is
 * owned by one node; when that one dies, another takes it with everything that waits for it.
 */
import type {
  CarrierEvents,
  CarrierLink,
  InboundReply,
  NodeLease,
} from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import type { Clock, Timer } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { HeldLease } from '../store/held-lease.ts';
import { takeLinks } from '../store/nodes.ts';
import { freeFirst } from '../store/queue/free-next.ts';
import type { KnownWork } from '../store/known-work.ts';
import type { KnownRouting } from '../store/known-routing.ts';
import type { KnownLink } from '../store/routing-snapshot.ts';
import { openOutbox, type Heard, type Outbox } from './outbox.ts';
import type { Outboxes } from './outboxes.ts';
import { watchLink, type LinkWatch, type Standing } from './link-watch.ts';
import { createReportHealth, type ReportHealth } from './report-health.ts';

const LOOK_MS = 1_000;
const NO_PASSWORD = 'its password cannot be opened with the master key of the node that holds it';

/** Makes a carrier's link of a configured one; undefined when its password cannot be opened. */
export type MakeLink = (link: KnownLink, events: CarrierEvents) => CarrierLink | undefined;

export type HoldLinks = {
  start(): void;
  /** Takes what may be taken now and lets go what was lost. */
  look(): Promise<void>;
  /** Lets go of every link, with goodbye. */
  stop(): Promise<void>;
};

type Held = {
  readonly known: KnownLink;
  readonly lease: NodeLease;
  readonly link: CarrierLink;
};

export type LinksDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: HeldLease;
  readonly routing: KnownRouting;
  readonly outboxes: Outboxes;
  readonly work: Pick<KnownWork, 'has' | 'ownLinks'>;
};

export type HoldLinksSettings = {
  readonly deps: LinksDeps;
  readonly makeLink: MakeLink;
  readonly hear: (heard: Heard) => void;
  /** Takes what subscribers write: it goes a journey of its own. */
  readonly hearReply: (reply: InboundReply) => void;
  /** An outbox has room again. */
  readonly hasRoom: (outbox: Outbox) => void;
  readonly learnParked: (linkId: LinkId) => Promise<void>;
};

/** Holds no link before `start` or `look`. */
export function createHoldLinks(settings: HoldLinksSettings): HoldLinks {
  const { deps } = settings;
  const held = new Map<LinkId, Held>();
  const health = createReportHealth(deps);
  const unopened = createUnopened(health);
  let timer: Timer | undefined;
  let looking: Promise<void> | undefined;
  let stopped = false;

  const letGo = async (linkId: LinkId): Promise<void> => {
    const entry = held.get(linkId);
    if (entry === undefined) return;
    held.delete(linkId);
    health.end(linkId);
    await entry.link.stop();
    deps.outboxes.close(linkId);
  };

  const open = async (known: KnownLink, lease: NodeLease): Promise<void> => {
    await Promise.all([settings.learnParked(known.id), freeLanes(deps, known)]);
    const opened = openLink(settings, { known, lease, told: health.look });
    if (opened === undefined) return unopened.tell(known, lease, NO_PASSWORD);
    const { link, outbox, watch } = opened;
    unopened.forget(known.id);
    held.set(known.id, { known, lease, link });
    deps.outboxes.open(outbox);
    health.begin({ linkId: known.id, name: known.name, lease, watch });
    link.start();
  };

  const look = async (): Promise<void> => {
    const lease = deps.lease.current();
    const owned = new Set<number>(await ownLinks(deps, lease));
    const { links } = deps.routing.current();
    for (const [linkId, entry] of held) {
      const wanted = links.get(linkId);
      const isSame = wanted !== undefined && mayOpen(wanted) && sameSettings(wanted, entry.known);
      if (!isSame || !owned.has(linkId) || entry.lease !== lease) await letGo(linkId);
    }
    for (const known of links.values()) {
      const isWanted = known.enabled && owned.has(known.id) && !held.has(known.id);
      if (!isWanted || stopped) continue;
      const stop = stopOf(known);
      if (stop === undefined) await open(known, lease);
      else unopened.tell(known, lease, stop);
    }
  };

  const lookAlone = (): Promise<void> => {
    looking ??= look()
      .catch((error: unknown) => deps.log.warn({ error }, 'links could not be looked after'))
      .finally(() => (looking = undefined));
    return looking;
  };

  return {
    start() {
      timer = deps.clock.every(LOOK_MS, () => void lookAlone());
      health.start();
    },
    look: lookAlone,
    async stop() {
      stopped = true;
      timer?.cancel();
      await looking;
      await health.stop();
      await Promise.all([...held.keys()].map(letGo));
    },
  };
}

/** The links that this node holds: more than it did if some are free. */
function ownLinks({ db, work }: LinksDeps, lease: NodeLease): Promise<readonly number[]> {
  const own = work.has('hasFreeLinks') ? undefined : work.ownLinks(lease);
  return own !== undefined
    ? Promise.resolve(own)
    : db.transact((transaction) => takeLinks(transaction, lease));
}

/** Who held a chat number before can tell nobody which messages were waited for. */
async function freeLanes({ db, clock }: LinksDeps, { id, carrier }: KnownLink): Promise<void> {
  if (carrier !== 'whatsapp') return;
  await db.transact((transaction) => freeFirst(transaction, id, clock.nowMs()));
}

/**
 * Tells of links that are not opened, once under each lease: their last holder may have left them
 * `up`, and nothing would go by another route.
 */
function createUnopened(health: ReportHealth) {
  const told = new Map<LinkId, NodeLease>();
  return {
    tell({ id, name }: KnownLink, lease: NodeLease, words: string): void {
      if (told.get(id) === lease) return;
      told.set(id, lease);
      const standing: Standing = { state: 'needs_attention', words };
      health.begin({ linkId: id, name, lease, watch: { standing: () => standing } });
      health.look();
    },
    forget: (linkId: LinkId) => void told.delete(linkId),
  };
}

type Opening = {
  readonly known: KnownLink;
  readonly lease: NodeLease;
  /** Called when the link has said how it stands. */
  readonly told: () => void;
};

type Opened = {
  readonly link: CarrierLink;
  readonly outbox: Outbox;
  readonly watch: LinkWatch;
};

/** Makes a link with its outbox and its watch; undefined when its password cannot be opened. */
function openLink(settings: HoldLinksSettings, opening: Opening): Opened | undefined {
  const { deps } = settings;
  const { known, lease, told } = opening;
  // The link tells its outbox, which is opened on the link.
  const book: { outbox?: Outbox } = {};
  const watch = watchLink(deps.clock);
  const link = settings.makeLink(known, {
    outcome(outcome) {
      watch.outcome(outcome);
      book.outbox?.outcome(outcome);
    },
    inbound: (inbound) =>
      inbound.kind === 'reply' ? settings.hearReply(inbound) : book.outbox?.inbound(inbound),
    room: () => book.outbox && settings.hasRoom(book.outbox),
    state(state) {
      watch.state(state);
      told();
    },
  });
  if (link === undefined) return undefined;
  const outbox = openOutbox(guarded(link, watch, { lease, deps }), lease, settings.hear);
  book.outbox = outbox;
  return { link, outbox, watch };
}

/**
 * A link without room while this node may not act upon what it holds, and from the moment its lease
 * is replaced: what would be taken under the new one could not be settled under the link's own; nor
 * has one that is switched off. Of a link that fails its breaker lets through a little or nothing.
 */
function guarded(
  link: CarrierLink,
  watch: LinkWatch,
  { lease, deps }: { readonly lease: NodeLease; readonly deps: LinksDeps },
): CarrierLink {
  const { linkId, takesWhole } = link;
  const isOurs = (): boolean => deps.lease.holds() && deps.lease.current() === lease;
  const isOff = (): boolean => deps.routing.current().links.get(linkId)?.enabled === false;
  return {
    linkId,
    takesWhole,
    room: (priority) => (isOurs() && !isOff() ? watch.room(link.room(priority)) : 0),
    submit(carried) {
      watch.submitted(carried.length);
      link.submit(carried);
    },
    query: (question) =>
      isOurs() ? link.query(question) : Promise.resolve({ kind: 'unasked' as const }),
    start: () => link.start(),
    stop: () => link.stop(),
  };
}

/** A number that the platform has stopped is opened when staff have started it (decision 36). */
function stopOf(known: KnownLink): string | undefined {
  return known.carrier === 'whatsapp' ? known.stopWords : undefined;
}

function mayOpen(known: KnownLink): boolean {
  return known.enabled && stopOf(known) === undefined;
}

/** Who starts a number that is open wants it to be opened anew: an answer may have stopped it. */
function startOf(known: KnownLink): number | undefined {
  return known.carrier === 'whatsapp' ? known.startedAtMs : undefined;
}

function sameSettings(a: KnownLink, b: KnownLink): boolean {
  return (
    JSON.stringify(a.config) === JSON.stringify(b.config) &&
    a.secretSealed.equals(b.secretSealed) &&
    startOf(a) === startOf(b)
  );
}
