/**
 * The life of a message, in three legs. This file is their table of contents; the rules are in the
 * stages, which never call each other: each returns a value that says what happened, and the leg
 * goes on from there.
 *
 *   takeIn     accept → charge → enqueue    one commit for what arrives together; rows of a file
 *                                           go through piece by piece, and are published at once
 *   sendOut    route → send                 the intent is committed, then written to the link
 *   closeOut   settle → report              on the operator's word; acknowledged after the commit
 *
 * docs/journey.md walks one message through, with what may interrupt it where.
 */
import type { InboundReply } from '../domain/carrier/carrier.ts';
import type { ChatRequest, ChatTakenIn } from '../domain/chat/request.ts';
import type { ChatDraftRequest } from '../domain/chat/taking.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import type { FileRequest, FileTakenIn, FileWork } from '../domain/message/file-send.ts';
import type { Report, ReportedMessage } from '../domain/message/report.ts';
import { Velocity } from '../domain/policy/velocity.ts';
import { ZERO, type Micros } from '../domain/pricing/money.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import type { PlacedStatus } from '../store/chat-statuses.ts';
import { readBalance } from '../store/balances.ts';
import { readMessageReport } from '../store/reports/read-report.ts';
import type { WaitingByLink } from '../store/queue/look-at-queue.ts';
import { createCloseOut, type CloseOut } from './legs/close-out/close-out.ts';
import { createJobs } from './jobs/run-jobs.ts';
import { createHoldLinks, type HoldLinks, type MakeLink } from '../links/hold-links.ts';
import { createLoad, type CountedLoad } from './load.ts';
import type { ChatRefusal, JourneyDeps } from './deps.ts';
import { createKeepUpload, type KeepUpload } from '../batches/keep-upload.ts';
import { createReadUploads } from '../batches/read-uploads.ts';
import { createSendOut, type SendOut } from './legs/send-out/send-out.ts';
import { createTakeIn, type TakeIn } from './legs/take-in/take-in.ts';
import { createTakeInFile, type TakeInFile } from '../batches/take-in-file.ts';
import { createTakeInChat } from './legs/take-in/take-in-chat.ts';
import { createBatchReports, type BatchReports } from '../batches/batch-reports.ts';
import { report } from './report/report.ts';
import type { Tallies } from './report/tallies.ts';
import type { ChatName } from './settle/new-names.ts';
import { settleStatuses, type FailedChat, type SettledStatuses } from './settle/settle-statuses.ts';

/** What the API may ask of the journey. */
export type Journey = {
  /**
   * Accept, charge, enqueue. Settles when the request is durable, or refused. Never rejects for
   * outside causes.
   */
  takeIn(request: SendRequest): Promise<TakenIn>;
  /** The same for chat messages: each entry has its own result. */
  takeInChat(request: ChatRequest): Promise<ChatTakenIn>;
  /**
   * The same for the rows of a file, which is fetched or lies on the disk. Takes seconds, and tells
   * how far it is.
   */
  takeInFile(request: FileRequest, work: FileWork): Promise<FileTakenIn>;
  /**
   * undefined when no batch or message of this account has the id. Page 1 is the first; 1,000
   * messages each.
   */
  report(accountId: AccountId, id: number, page: number): Promise<Report | undefined>;
  /** One message of this account by its id; undefined when it has none with it. */
  message(accountId: AccountId, id: number): Promise<ReportedMessage | undefined>;
  /** What the account may spend now. */
  balance(accountId: AccountId): Promise<Micros>;
};

export type { KeepUpload, BatchReports, ChatRefusal, FailedChat };

/** The journey under way: what the composition root starts and stops. */
export type RunningJourney = Journey & {
  /** Keeps a file that is worked on behind the answer. */
  readonly keepUpload: KeepUpload;
  /** What accounts are told of their batches. */
  readonly batches: BatchReports;
  /** What the chat platform calls messages whose attempts were stored a moment ago. */
  newNames(): readonly ChatName[];
  /** Settles statuses of the chat platform in the caller's transaction. */
  settleStatuses(
    transaction: Transaction,
    statuses: readonly PlacedStatus[],
    nowMs: number,
  ): Promise<SettledStatuses>;
  /** Begins the jobs, and with `carriers` the links of this node. */
  start(roles: { readonly carriers: boolean; readonly worker: boolean }): Promise<void>;
  /** Finishes what is in flight: requests, then links, then words that wait for their commit. */
  stop(): Promise<void>;
  /** What waits where, for metrics. */
  pressure(): {
    readonly requests: number;
    readonly words: number;
    readonly waiting: WaitingByLink;
  };
};

export type JourneySettings = Omit<JourneyDeps, 'load' | 'velocity' | 'leftBehind'> & {
  readonly makeLink: MakeLink;
  readonly tallies: Tallies;
  /** Takes what subscribers write. */
  readonly hearReply: (reply: InboundReply) => void;
};

/** Puts the legs together. Nothing runs before `start`, but requests may be taken in. */
export function createJourney(settings: JourneySettings): RunningJourney {
  const load = createLoad(settings.settings.queueBoundMessages);
  const velocity = new Velocity({ keys: limit('velocityKeys'), alarms: limit('velocityAlarms') });
  const deps: JourneyDeps = { ...settings, load, velocity, leftBehind: new Set() };
  const lookAgain = (): void => {
    for (const outbox of deps.outboxes.all()) sendOut.look(outbox);
  };
  const closeOut: CloseOut = createCloseOut(deps, settings.tallies, lookAgain);
  const sendOut: SendOut = createSendOut(deps, closeOut.hear);
  const takeIn: TakeIn = createTakeIn(deps);
  const files: TakeInFile = createTakeInFile(deps);
  const takeInFile: TakeInFile['takeInFile'] = async (request, work) => {
    const taken = await files.takeInFile(request, work);
    if (taken.kind === 'accepted') load.took(taken);
    return taken;
  };
  const uploads = createReadUploads(deps, takeInFile);
  const takeInChat = createTakeInChat(deps, whenPut(load, deps, sendOut));
  const links: HoldLinks = createHoldLinks({
    deps,
    makeLink: settings.makeLink,
    hear: closeOut.hear,
    hearReply: settings.hearReply,
    hasRoom: sendOut.look,
    learnParked: closeOut.learnParked,
  });
  const jobs = createJobs(deps, { closeOut, load, tallies: settings.tallies });

  return {
    batches: createBatchReports(deps.db, deps.clock),
    takeIn: async (request) => {
      const taken = await takeIn.takeIn(request);
      load.took(taken);
      return taken;
    },
    takeInFile,
    keepUpload: createKeepUpload(deps, uploads.look),
    takeInChat: takeInChat.takeInChat,
    newNames: closeOut.newNames,
    settleStatuses: (transaction, statuses, nowMs) =>
      settleStatuses(transaction, statuses, { nowMs, newId: () => deps.ids.next() }),
    ...answersOf(deps),
    async start(roles) {
      if (roles.worker) uploads.start();
      await jobs.start(roles);
      if (!roles.carriers) return;
      await links.look();
      links.start();
      sendOut.start();
    },
    async stop() {
      uploads.stop();
      await Promise.all([takeIn.drained(), takeInChat.drained(), files.stop()]);
      await uploads.drained();
      jobs.stop();
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

/** What was put in the queue is counted, and looked for at once. */
function whenPut(
  load: CountedLoad,
  { outboxes }: JourneyDeps,
  { look }: SendOut,
): (draft: ChatDraftRequest) => void {
  return ({ number, priority, messages }) => {
    load.tookChats(messages.length);
    outboxes.setWaiting(number.id, priority);
    const outbox = outboxes.get(number.id);
    if (outbox !== undefined) look(outbox);
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
