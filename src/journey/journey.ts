/**
 * The life of a message, in three legs. This file is their table of contents; the rules are in the
 * stages, which never call each other: each returns a value that says what happened, and the leg
 * goes on from there.
 *
 *   takeIn     accept → charge → enqueue    one commit for what arrives together
 *   sendOut    route → send                 the intent is committed, then written to the link
 *   closeOut   settle → tell                on the operator's word; acknowledged after the commit
 *
 * docs/journey.md walks one message through, with what may interrupt it where.
 */
import type { InboundReply } from '../domain/carrier/carrier.ts';
import type { ChatRequest, ChatTakenIn } from '../domain/chat/request.ts';
import type { AccountId, LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import type { Report } from '../domain/message/report.ts';
import { Velocity } from '../domain/policy/velocity.ts';
import { ZERO, type Micros } from '../domain/pricing/money.ts';
import type { Timer } from '../kit/clock.ts';
import { isTransient } from '../kit/postgres/faults.ts';
import type { ChatPost } from '../store/chat-events/write-events.ts';
import { readBalance } from '../store/ledger/read-balance.ts';
import { createChatEvents, type HeardChat } from './chat-events.ts';
import { createCloseOut, type CloseOut } from './close-out.ts';
import { DUTIES } from './duties/duties.ts';
import type { Duty, DutyParts } from './duties/duty.ts';
import { createHoldLinks, type HoldLinks, type MakeLink } from './hold-links.ts';
import { createLoad, type CountedLoad } from './load.ts';
import type { JourneyParts } from './parts.ts';
import { createSendOut, type SendOut } from './send-out.ts';
import { createTakeIn, type TakeIn } from './take-in.ts';
import { createTakeInChat } from './take-in-chat.ts';
import type { Line } from './send/line.ts';
import { report } from './tell/report.ts';
import type { Tallies } from './tell/tallies.ts';

/** What doors may ask of the journey. */
export type Journey = {
  /**
   * Accept, charge, enqueue. Settles when the request is durable, or refused. Never rejects for
   * outside causes.
   */
  takeIn(request: SendRequest): Promise<TakenIn>;
  /** The same for chat messages: each entry has its own result. */
  takeInChat(request: ChatRequest): Promise<ChatTakenIn>;
  /** Keeps a post of the chat platform's webhook; worked off later, by whichever node. */
  hearChatPost(post: ChatPost): Promise<'kept' | 'busy'>;
  /**
   * undefined when no batch or message of this account has the id. Page 1 is the first; 1,000
   * messages each.
   */
  report(accountId: AccountId, id: number, page: number): Promise<Report | undefined>;
  /** What the account may spend now. */
  balance(accountId: AccountId): Promise<Micros>;
};

/** The journey under way: what the composition root starts and stops. */
export type RunningJourney = Journey & {
  /** Begins the duties, and with `carriers` the links of this node. */
  start(roles: { readonly carriers: boolean; readonly worker: boolean }): Promise<void>;
  /** Finishes what is in flight: requests, then links, then words that wait for their commit. */
  stop(): Promise<void>;
  /** What waits where, for metrics. */
  pressure(): { readonly requests: number; readonly words: number; readonly waiting: number };
};

export type JourneySettings = Omit<JourneyParts, 'load' | 'velocity'> & {
  readonly makeLink: MakeLink;
  readonly tallies: Tallies;
  /** Takes what subscribers write. */
  readonly hearReply: (reply: InboundReply) => void;
  /** Counts what the chat platform tells, and has templates read anew. */
  readonly heardChat: HeardChat;
};

/** Puts the legs together. Nothing runs before `start`, but requests may be taken in. */
export function createJourney(settings: JourneySettings): RunningJourney {
  const load = createLoad(settings.settings.queueBoundMessages);
  const velocity = new Velocity({ keys: limit('velocityKeys'), alarms: limit('velocityAlarms') });
  const parts: JourneyParts = { ...settings, load, velocity };
  const lookAgain = (): void => {
    for (const line of parts.lines.all()) sendOut.look(line);
  };
  const closeOut: CloseOut = createCloseOut(parts, settings.tallies, lookAgain);
  const sendOut: SendOut = createSendOut(parts, closeOut.hear);
  const takeIn: TakeIn = createTakeIn(parts);
  const takeInChat = createTakeInChat(parts, ({ number, priority, passed }) => {
    load.tookChats(passed.length);
    parts.lines.setWaiting(number.id, priority);
    const line = parts.lines.get(number.id);
    if (line !== undefined) sendOut.look(line);
  });
  const chatEvents = createChatEvents(parts, settings.heardChat);
  const links: HoldLinks = createHoldLinks({
    parts,
    makeLink: settings.makeLink,
    hear: closeOut.hear,
    hearReply: settings.hearReply,
    hasRoom: sendOut.look,
    learnParked: closeOut.learnParked,
  });
  const duties: Timer[] = [];

  return {
    takeIn: async (request) => {
      const taken = await takeIn.takeIn(request);
      load.took(taken);
      return taken;
    },
    takeInChat: takeInChat.takeInChat,
    hearChatPost: chatEvents.hear,
    report: (accountId, id, page) => {
      return report(parts.db, accountId, { id, page, atMs: parts.clock.nowMs() });
    },
    async balance(accountId) {
      const balance = await readBalance(parts.db, accountId, parts.clock.nowMs());
      return balance?.availableMicros ?? ZERO;
    },
    async start(roles) {
      const dutyParts = dutyPartsOf(parts, { closeOut, load, tallies: settings.tallies });
      if (roles.worker) {
        chatEvents.start();
        await beginDuties(dutyParts, duties);
      } else await beginDuties(dutyParts, duties, EVERYWHERE);
      if (!roles.carriers) return;
      if (!roles.worker) await beginDuties(dutyParts, duties, AT_LINKS);
      await links.look();
      links.start();
      sendOut.start();
    },
    async stop() {
      await Promise.all([takeIn.drained(), takeInChat.drained()]);
      await chatEvents.stop();
      for (const duty of duties) duty.cancel();
      await sendOut.stop();
      await links.stop();
      await closeOut.drained();
    },
    pressure: () => ({
      requests: takeIn.pending() + takeInChat.pending(),
      words: closeOut.pending(),
      waiting: load.waiting(),
    }),
  };
}

/** What duties know and keep. */
function dutyPartsOf(
  parts: JourneyParts,
  around: {
    readonly closeOut: CloseOut;
    readonly load: CountedLoad;
    readonly tallies: Tallies;
  },
): DutyParts {
  const { closeOut, load, tallies } = around;
  return {
    ...parts,
    hear: closeOut.hear,
    counted: load.counted,
    countedHeld: load.countedHeld,
    flows: closeOut.flows,
    places: new Map(),
    strays: new Set<number>(),
    asking: new Map<number, LinkId>(),
    setAside: new Map<Line, number>(),
    askedUntil: new Map<LinkId, number>(),
    reconciled: tallies.reconciled,
    capCounts: { readAtMs: undefined, toldAs: new Set<string>() },
  };
}

/** What a node does whatever its role. */
const EVERYWHERE: readonly Duty[] = [
  DUTIES.learnChanges,
  DUTIES.learnHealth,
  DUTIES.countQueue,
  DUTIES.countHeld,
  DUTIES.shareCapCounts,
];
/** What is done besides by a node that holds links, worker or not. */
const AT_LINKS: readonly Duty[] = [
  DUTIES.findStrays,
  DUTIES.moveWaiting,
  DUTIES.reconcile,
  DUTIES.askForSilent,
];

/** Does duties once, in the order of the table, and from then on at their times. */
async function beginDuties(
  parts: DutyParts,
  timers: Timer[],
  duties: readonly Duty[] = Object.values(DUTIES),
): Promise<void> {
  for (const duty of duties) await beginDuty(parts, duty, timers);
}

async function beginDuty(parts: DutyParts, duty: Duty, timers: Timer[]): Promise<void> {
  let busy = false;
  const run = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await duty.run(parts);
    } catch (error) {
      if (isTransient(error)) parts.log.warn({ error }, 'a duty could not be done now');
      else parts.log.error({ error }, 'a duty failed');
    }
    busy = false;
  };
  await run();
  timers.push(parts.clock.every(duty.everyMs, () => void run()));
}
