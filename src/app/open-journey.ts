/** Puts the journey together: its functions, on what they stand, and what drives them. */
import type { InboundReply } from '../domain/carrier/carrier.ts';
import type { ChatDraftRequest } from '../domain/chat/taking.ts';
import { limit } from '../domain/limits.ts';
import type { TakenIn } from '../domain/message/draft.ts';
import type { FileTakenIn } from '../domain/message/file-send.ts';
import { Velocity } from '../domain/policy/velocity.ts';
import { ZERO } from '../domain/pricing/money.ts';
import type { BatchReports, ChatJourney, Journey, KeepUpload } from '../journey/journey.ts';
import { closeOut, sendOut, takeIn, takeInChat } from '../journey/journey.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { createLoad, type CountedLoad } from '../journey/enqueue/load.ts';
import { createTakeInChat } from '../journey/commit/take-in-chat.ts';
import { createKeepUpload } from '../batches/keep-upload.ts';
import { createReadUploads } from '../batches/read-uploads.ts';
import { createTakeInFile, type TakeInFile } from '../batches/take-in-file.ts';
import { createTakeIn } from '../journey/commit/take-in.ts';
import { createBatchReports } from '../batches/batch-reports.ts';
import { report } from '../journey/report/report.ts';
import type { Tallies } from '../journey/report/tallies.ts';
import { createHearing, type Hearing } from '../journey/settle/hear.ts';
import { createNewNames, createParkedNames } from '../journey/settle/known-names.ts';
import { settleStatuses } from '../journey/settle/settle-statuses.ts';
import { createUnconfirmed, type Unconfirmed } from '../journey/settle/unconfirmed.ts';
import { createHoldLinks, type MakeLink } from '../links/hold-links.ts';
import { createOutboxes } from '../links/outboxes.ts';
import { createPump, type Pump } from '../links/pump.ts';
import { readBalance } from '../store/balances.ts';
import { createKnownWork, type KnownWork } from '../store/known-work.ts';
import type { WaitingByLink } from '../store/queue/look-at-queue.ts';
import { readMessageReport } from '../store/reports/read-report.ts';

/** The journey under way: what the composition root starts and stops. */
export type RunningJourney = Journey &
  ChatJourney & {
    /** Keeps a file that is worked on behind the answer. */
    readonly keepUpload: KeepUpload;
    /** What accounts are told of their batches. */
    readonly batches: BatchReports;
    /** What its jobs stand on. */
    readonly background: Background;
    /** Begins to read uploads with `worker`, and opens the links of this node with `carriers`. */
    start(roles: { readonly carriers: boolean; readonly worker: boolean }): Promise<void>;
    /**
     * Finishes what is in flight: requests, then links, then results that wait for their commit.
     */
    stop(): Promise<void>;
    /** What waits where, for metrics. */
    pressure(): {
      readonly requests: number;
      readonly words: number;
      readonly waiting: WaitingByLink;
    };
  };

export type Background = {
  readonly deps: JourneyDeps;
  readonly load: CountedLoad;
  readonly hearing: Hearing;
  readonly pump: Pump;
  readonly unconfirmed: Unconfirmed;
  readonly work: KnownWork;
};

export type JourneySettings = Omit<JourneyDeps, 'load' | 'outboxes' | 'velocity' | 'leftBehind'> & {
  readonly makeLink: MakeLink;
  readonly tallies: Tallies;
  /** Takes what subscribers write. */
  readonly hearReply: (reply: InboundReply) => void;
};

/** Nothing runs before `start`, but requests may be taken in. */
export function openJourney(settings: JourneySettings): RunningJourney {
  const load = createLoad(settings.settings.queueBoundMessages);
  const velocity = new Velocity({ keys: limit('velocityKeys'), alarms: limit('velocityAlarms') });
  const outboxes = createOutboxes();
  const deps: JourneyDeps = { ...settings, load, outboxes, velocity, leftBehind: new Set() };
  const parked = createParkedNames();
  const newNames = createNewNames();
  const work = createKnownWork(deps);
  const closing = { ...deps, tallies: settings.tallies, parked, newNames };
  const hearing = createHearing({
    ...deps,
    closeOut: (heard) => closeOut(closing, heard),
    settled: () => pump.lookAtAll(),
  });
  const sending = { ...deps, hear: hearing.hear };
  const pump = createPump({ ...deps, sendOut: (outbox) => sendOut(sending, outbox) });
  const unconfirmed = createUnconfirmed({ ...sending, count: settings.tallies.reconciled });
  const texts = createTakeIn(deps, takeIn);
  const files = createTakeInFile(deps);
  const noted = noteTaken(load, work);
  const takeInFile: TakeInFile['takeInFile'] = async (request, reading) =>
    noted(await files.takeInFile(request, reading));
  const uploads = createReadUploads(
    { ...deps, hasUploads: () => work.has('hasUploads') },
    takeInFile,
  );
  const chats = createTakeInChat(deps, whenQueued(load, deps, pump), takeInChat);
  const links = createHoldLinks({
    deps: { ...deps, work },
    makeLink: settings.makeLink,
    hear: hearing.hear,
    hearReply: settings.hearReply,
    hasRoom: pump.look,
    learnParked: (linkId) => parked.learn(deps.db, linkId),
  });

  return {
    batches: createBatchReports(deps.db, deps.clock),
    takeIn: async (request) => noted(await texts.takeIn(request)),
    takeInFile,
    keepUpload: createKeepUpload(deps, uploads.look),
    takeInChat: chats.takeInChat,
    newNames: newNames.take,
    settleStatuses: (transaction, statuses, nowMs) =>
      settleStatuses(transaction, statuses, { nowMs, newId: () => deps.ids.next() }),
    ...answersOf(deps),
    background: { deps, load, hearing, pump, unconfirmed, work },
    async start(roles) {
      if (roles.worker) uploads.start();
      if (!roles.carriers) return;
      await links.look();
      links.start();
      pump.start();
    },
    async stop() {
      uploads.stop();
      await Promise.all([texts.drained(), chats.drained(), files.stop()]);
      await uploads.drained();
      await pump.stop();
      await links.stop();
      await hearing.drained();
    },
    pressure: () => ({
      requests: texts.pending() + chats.pending(),
      words: hearing.pending(),
      waiting: load.waiting(),
    }),
  };
}

/** Counts what was taken in; a large batch enters the queue piece by piece. */
function noteTaken(load: CountedLoad, work: KnownWork) {
  return <Taken extends TakenIn | FileTakenIn>(taken: Taken): Taken => {
    if (taken.kind === 'accepted') {
      load.took(taken);
      if (taken.acceptance.recipients > limit('acceptGroupMessages')) work.note('hasFeeds');
    }
    return taken;
  };
}

/** What was put in the queue is counted, and looked for at once. */
function whenQueued(
  load: CountedLoad,
  { outboxes }: JourneyDeps,
  pump: Pump,
): (draft: ChatDraftRequest) => void {
  return ({ number, priority, messages }) => {
    load.tookChats(messages.length);
    outboxes.setWaiting(number.id, priority);
    const outbox = outboxes.get(number.id);
    if (outbox !== undefined) pump.look(outbox);
  };
}

/** What is told without anything being done. */
function answersOf({ db, clock }: JourneyDeps): Pick<Journey, 'report' | 'message' | 'balance'> {
  return {
    report: (accountId, id, page) => report(db, accountId, { id, page, atMs: clock.nowMs() }),
    message: (accountId, id) => readMessageReport(db, accountId, { id, atMs: clock.nowMs() }),
    async balance(accountId) {
      const balance = await readBalance(db, accountId, clock.nowMs());
      return balance?.availableMicros ?? ZERO;
    },
  };
}
