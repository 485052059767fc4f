/**
 * Which links this node runs: those it holds in the store, as they are configured now. A link is
 * owned by one node; when that one dies, another takes it with everything that waits for it.
 *
 * Tells every node the state of the links that this one holds: written and announced on change.
 * What could not be written is written at the next check.
 */
import type {
  CarrierEvents,
  CarrierLink,
  InboundReply,
  NodeLease,
} from '../domain/carrier/carrier.ts';
import { factOfTrouble } from '../domain/event/chat-facts.ts';
import type { Fact } from '../domain/event/event.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { KnownLink, RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';
import type { WorkIndex } from '../store/nodes/work-index.ts';
import { type ReportedHealth, reportHealth } from '../features/links/links.sql.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import { type HeldLease, takeLinks } from '../store/nodes/nodes.ts';
import { freeFirst } from '../store/queue/take-due.ts';
import { announceHealth } from '../store/nodes/versions.ts';
import { type CountTraffic, createCountTraffic } from './count-traffic.ts';
import { type LinkWatch, type Standing, watchLink } from './link-watch.ts';
import { type Heard, Outbox, type Outboxes } from './outbox.ts';

const LOOK_MS = 500;
const NO_PASSWORD = 'its password cannot be opened with the master key of the node that holds it';

/** Makes a carrier link from a configured one; undefined if its password cannot be decrypted. */
export type MakeLink = (link: KnownLink, events: CarrierEvents) => CarrierLink | undefined;

type HoldLinks = {
  start(): void;
  /** Acquires what is free now and closes what was lost. */
  look(): Promise<void>;
  /** Closes every link gracefully. */
  stop(): Promise<void>;
};

type Held = {
  readonly known: KnownLink;
  readonly lease: NodeLease;
  readonly link: CarrierLink;
};

type LinksDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: HeldLease;
  readonly routing: RoutingSnapshots;
  readonly outboxes: Outboxes;
  readonly work: Pick<WorkIndex, 'has' | 'ownLinks'>;
};

type HoldLinksSettings = {
  readonly deps: LinksDeps;
  readonly makeLink: MakeLink;
  readonly hear: (heard: Heard) => void;
  /** Receives what subscribers write: it has a pipeline of its own. */
  readonly hearReply: (reply: InboundReply) => void;
  readonly hasRoom: (outbox: Outbox) => void;
  readonly learnParked: (linkId: LinkId) => Promise<void>;
};

/** Holds no link before `start` or `look`. */
export function createHoldLinks(settings: HoldLinksSettings): HoldLinks {
  const { deps } = settings;
  const held = new Map<LinkId, Held>();
  const [health, traffic] = [createReportHealth(deps), createCountTraffic(deps)];
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
    await Promise.all([settings.learnParked(known.id), freeKeys(deps, known)]);
    const opened = openLink(settings, { known, lease, told: health.look, traffic });
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
    const nowMs = deps.clock.nowMs();
    const owned = new Set<number>(await ownLinks(deps, lease));
    const { links } = deps.routing.current();
    for (const [linkId, entry] of held) {
      const wanted = links.get(linkId);
      const isSame = mayOpen(wanted, nowMs) && sameSettings(wanted, entry.known);
      if (!isSame || !owned.has(linkId) || entry.lease !== lease) await letGo(linkId);
    }
    for (const known of links.values()) {
      if (!isOn(known, nowMs) || !owned.has(known.id) || held.has(known.id) || stopped) continue;
      const stop = stopOf(known);
      if (stop === undefined) await open(known, lease);
      else unopened.tell(known, lease, stop);
    }
  };

  const lookAlone = (): Promise<void> => {
    looking ??= look()
      .catch((error: unknown) => deps.log.warn({ error }, 'links could not be updated'))
      .finally(() => (looking = undefined));
    return looking;
  };

  return {
    start() {
      timer = deps.clock.every(LOOK_MS, () => void lookAlone());
      for (const it of [health, traffic]) it.start();
    },
    look: lookAlone,
    async stop() {
      stopped = true;
      timer?.cancel();
      await Promise.all([looking, traffic.stop()]);
      await health.stop();
      await Promise.all([...held.keys()].map(letGo));
    },
  };
}

/** The links that this node holds: it acquires more if some are free. */
function ownLinks({ db, work }: LinksDeps, lease: NodeLease): Promise<readonly number[]> {
  const own = work.has('hasFreeLinks') ? undefined : work.ownLinks(lease);
  return own !== undefined
    ? Promise.resolve(own)
    : db.transact((transaction) => takeLinks(transaction, lease));
}

/** The last holder of a chat number cannot say which messages others are waiting behind. */
async function freeKeys({ db, clock }: LinksDeps, { id, carrier }: KnownLink): Promise<void> {
  if (carrier !== 'whatsapp') return;
  await db.transact((transaction) => freeFirst(transaction, { linkId: id, atMs: clock.nowMs() }));
}

/**
 * Reports links that cannot be opened, once per lease: their last holder may have left them
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
  /** Called when the link has reported its state. */
  readonly told: () => void;
  readonly traffic: CountTraffic;
};

type Opened = {
  readonly link: CarrierLink;
  readonly outbox: Outbox;
  readonly watch: LinkWatch;
};

/** Makes a link with its outbox and its watch; undefined if its password cannot be decrypted. */
function openLink(settings: HoldLinksSettings, opening: Opening): Opened | undefined {
  const { deps } = settings;
  const { known, lease, told, traffic } = opening;
  // The link reports to its outbox, which needs the link to be opened.
  const book: { outbox?: Outbox } = {};
  const watch = watchLink(deps.clock, known.carrier === 'smpp' ? known.config : undefined);
  const link = settings.makeLink(known, {
    outcome(outcome) {
      watch.outcome(outcome);
      traffic.note(known.id, outcome);
      book.outbox?.outcome(outcome);
    },
    inbound(inbound) {
      traffic.noteInbound(known.id, inbound);
      if (inbound.kind === 'reply') settings.hearReply(inbound);
      else book.outbox?.inbound(inbound);
    },
    odd: (oddity) => traffic.odd(known.id, oddity),
    room: () => book.outbox && settings.hasRoom(book.outbox),
    state(state) {
      watch.state(state);
      told();
    },
  });
  if (link === undefined) return undefined;
  const outbox = new Outbox(guarded(link, watch, { lease, deps }), lease, settings.hear);
  book.outbox = outbox;
  return { link, outbox, watch };
}

/**
 * A link that has no room while this node may not act on what it holds, or once its lease has been
 * replaced: what is taken under the new one could not be settled under the old; nor while it is
 * switched off. If a link is failing, its breaker lets through little or nothing.
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

/** A number that the platform has stopped is opened once staff have started it (decision 36). */
function stopOf(known: KnownLink): string | undefined {
  return known.carrier === 'whatsapp' ? known.stopWords : undefined;
}

function mayOpen(known: KnownLink | undefined, nowMs: number): known is KnownLink {
  return known !== undefined && isOn(known, nowMs) && stopOf(known) === undefined;
}

/** A link that is drained stays bound: `guarded` gives it nothing to submit. */
function isOn(known: KnownLink, nowMs: number): boolean {
  return known.enabled || (known.carrier === 'smpp' && (known.drainingUntilMs ?? 0) > nowMs);
}

/** Starting a number that is already open reopens it: an answer may have stopped it. */
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

export type ReportHealth = {
  /** A link is held from now on. */
  begin(link: WatchedLink): void;
  /** It is no longer held. */
  end(linkId: LinkId): void;
  /** Something may have changed. */
  look(): void;
  start(): void;
  stop(): Promise<void>;
};

type WatchedLink = {
  readonly linkId: LinkId;
  readonly name: string;
  readonly lease: NodeLease;
  readonly watch: Pick<LinkWatch, 'standing'>;
};

type Deps = Pick<LinksDeps, 'db' | 'clock' | 'log'> & {
  readonly lease: Pick<LinksDeps['lease'], 'current'>;
  readonly routing: Pick<LinksDeps['routing'], 'current' | 'refreshHealth'>;
};

/** Looks at nothing before `start`. */
export function createReportHealth(deps: Deps): ReportHealth {
  const watched = new Map<LinkId, WatchedLink>();
  const told = new Map<LinkId, Standing & { readonly sinceMs: number }>();
  let telling: Promise<void> | undefined;
  /** Something may have changed since the current check began. */
  let again = false;
  let timer: Timer | undefined;

  /** Tells the account of a chat number that the platform refuses. */
  const stopsNow = ({ linkId, state, words = '' }: ReportedHealth): readonly Fact[] => {
    const link = deps.routing.current().links.get(linkId);
    if (link?.carrier !== 'whatsapp' || state !== 'needs_attention') return [];
    const { accountId, config, business } = link;
    const about = { accountId, linkId, digits: config.digits, businessId: business.platformId };
    return [factOfTrouble('chat.number.stopped', { ...about, words })];
  };
  const tell = async (): Promise<void> => {
    const lease = deps.lease.current();
    const nowMs = deps.clock.nowMs();
    const changed = [...watched.values()].flatMap((link) => {
      const standing = link.watch.standing();
      const known = told.get(link.linkId);
      const isNews = standing !== undefined && !isSame(standing, known) && link.lease === lease;
      const sinceMs = known?.state === standing?.state ? known?.sinceMs : undefined;
      return isNews ? [{ link, standing: { sinceMs: sinceMs ?? nowMs, ...standing } }] : [];
    });
    if (changed.length === 0) return;
    const health = changed.map(({ link, standing }): ReportedHealth => ({
      linkId: link.linkId,
      ...standing,
    }));
    await deps.db.transact(async (transaction) => {
      const moved = await reportHealth(transaction, lease, health);
      const stopped = health.filter(({ linkId }) => moved.has(linkId)).flatMap(stopsNow);
      await noteFacts(transaction, stopped, { atMs: nowMs });
      await announceHealth(transaction);
    });
    for (const { link, standing } of changed) {
      told.set(link.linkId, standing);
      const { state, words } = standing;
      deps.log.info({ link: link.name, state, words }, 'the state of a link has changed');
    }
    await deps.routing.refreshHealth();
  };
  const look = (): void => {
    again = telling !== undefined;
    telling ??= tell()
      .catch((error: unknown) => deps.log.warn({ error }, 'the state of links could not be stored'))
      .finally(() => {
        telling = undefined;
        if (again && timer !== undefined) look();
      });
  };
  return {
    begin(link) {
      told.delete(link.linkId);
      watched.set(link.linkId, link);
    },
    end: (linkId) => void watched.delete(linkId),
    look,
    start() {
      timer = deps.clock.every(limit('linkHealthMs'), look);
    },
    async stop() {
      timer?.cancel();
      timer = undefined;
      await telling;
    },
  };
}

function isSame(standing: Standing, known: Standing | undefined): boolean {
  return known?.state === standing.state && known.words === standing.words;
}
