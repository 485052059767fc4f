/** Assembles the journey: its functions, their dependencies, and what drives them. */
import type { InboundReply } from '../domain/carrier/carrier.ts';
import type { ChatDraftRequest } from '../domain/chat/request.ts';
import type { MessageId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { TakenIn } from '../domain/message/draft.ts';
import type { FileRequest, FileTakenIn } from '../domain/message/file-send.ts';
import { Velocity } from '../domain/policy/velocity.ts';
import { ZERO } from '../domain/pricing/money.ts';
import type { BatchReports, ChatJourney, Journey, KeepUpload } from '../journey/journey.ts';
import { createCapWatch, type CapWatch } from '../journey/charge/watch-spending.ts';
import { closeOut, sendOut, takeIn, takeInChat } from '../journey/journey.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { createLoad, type CountedLoad } from '../journey/enqueue/queue-length.ts';
import { createTakeInChat } from '../journey/commit/take-in-chats.ts';
import { holdBatch } from '../batches/hold-batches.ts';
import { createRowsOfContacts } from '../batches/contact-file.ts';
import { createWithRowsFile } from '../batches/rows-file.ts';
import { createKeepUpload } from '../batches/keep-upload.ts';
import { createReadUploads } from '../batches/read-uploads.ts';
import { createTakeInFile, type TakeInFile } from '../batches/take-in-file.ts';
import { createLookUpNumbers, tellNumber } from '../journey/commit/look-up-numbers.ts';
import { createTakeIn } from '../journey/commit/take-in-texts.ts';
import { createBatchReports } from '../batches/batch-reports.ts';
import { preview } from '../journey/preview.ts';
import { estimate, pricesOf } from '../journey/prices.ts';
import { listAsked, report, type Tallies } from '../journey/report/report.ts';
import { createHearing, type Hearing } from '../journey/settle/settle.ts';
import {
  createNewNames,
  createParkedNames,
  type NewNames,
} from '../journey/settle/match-receipts.ts';
import { cancelMessage, type CancelDeps } from '../journey/settle/cancel.ts';
import { settleStatuses } from '../journey/settle/settle-statuses.ts';
import { createUnconfirmed, type Unconfirmed } from '../journey/settle/unconfirmed.ts';
import { createTestLink } from '../carriers/test/test.ts';
import { HOUR_MS } from '../domain/durations.ts';
import { createThrottle } from '../kit/throttle.ts';
import { createTellTests } from '../journey/settle/tell-tests.ts';
import { createHoldTestLinks, type HoldTestLinks } from '../links/hold-test-links.ts';
import { createHoldLinks, type MakeLink } from '../links/hold-links.ts';
import { createOutboxes, type Outbox } from '../links/outbox.ts';
import { createPump, type Pump } from '../links/pump.ts';
import { readBalance } from '../store/ledger/balances.ts';
import { createWorkIndex, type WorkIndex } from '../store/nodes/work-index.ts';
import type { WaitingByLink } from '../store/queue/look-at-queue.ts';
import { createAnswer, type FollowAccept } from './answer-taken.ts';
import { readAttempts } from '../features/messages/message-life.sql.ts';
import { readMessageReport } from '../store/reports/message-reports.ts';

/** The running journey, which app.ts starts and stops. */
export type RunningJourney = Journey &
  ChatJourney & {
    /** Keeps a file that is processed after the answer. */
    readonly keepUpload: KeepUpload;
    readonly batches: BatchReports;
    /** What its jobs need. */
    readonly background: Background;
    /** Starts reading uploads with `worker`, and opens this node's links with `carriers`. */
    start(roles: { readonly carriers: boolean; readonly worker: boolean }): Promise<void>;
    /** Finishes what is in flight: requests, then links, then results waiting for their commit. */
    stop(): Promise<void>;
    /** How much is waiting where, for metrics. */
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
  readonly work: WorkIndex;
  readonly caps: CapWatch;
  /** What is needed to end messages. */
  readonly closing: CancelDeps;
  readonly takeIn: Journey['takeIn'];
};

type JourneySettings = Omit<
  JourneyDeps,
  'load' | 'outboxes' | 'velocity' | 'leftBehind' | 'tests'
> & {
  readonly makeLink: MakeLink;
  readonly tallies: Tallies;
  readonly followAccepts: readonly FollowAccept[];
  /** Takes what subscribers write. */
  readonly hearReply: (reply: InboundReply) => void;
};

function isChatOf({ routing }: Pick<JourneyDeps, 'routing'>): (outbox: Outbox) => boolean {
  return ({ linkId }) => routing.current().links.get(linkId)?.carrier === 'whatsapp';
}

/** Nothing runs before `start`, but requests can be taken in. */
export function openJourney(settings: JourneySettings): RunningJourney {
  const load = createLoad(settings.settings.queueBoundMessages);
  const velocity = new Velocity({ keys: limit('velocityKeys'), alarms: limit('velocityAlarms') });
  const outboxes = createOutboxes();
  const deps: JourneyDeps = { ...settings, load, outboxes, velocity, ...emptyBooks(settings) };
  const [parked, newNames, work] = [createParkedNames(), createNewNames(), createWorkIndex(deps)];
  const { tallies, makeLink, hearReply } = settings;
  const closing = { ...deps, tallies, parked, newNames };
  const hearing = createHearing({
    ...deps,
    closeOut: (heard) => closeOut(closing, heard),
    settled: () => lookAfter(pump, work),
  });
  const sending = { ...deps, hear: hearing.hear, isChat: isChatOf(deps) };
  const pump = createPump({ ...sending, sendOut: (outbox) => sendOut(sending, outbox) });
  const unconfirmed = createUnconfirmed({ ...sending, count: tallies.reconciled });
  const texts = createTakeIn(deps, takeIn, () => work.has('hasOthers'));
  const files = createTakeInFile(deps);
  const noted = noteTaken({ load, work }, tallies);
  const [caps, lookUps] = [createCapWatch(deps), createLookUpNumbers(deps)];
  const takeInFile: TakeInFile['takeInFile'] = async (request, reading) =>
    caps.note(request, noted(await files.takeInFile(request, reading), kindOf(request)));
  const hasUploads = () => work.has('hasUploads');
  const uploads = createReadUploads({ ...deps, hasUploads }, takeInFile);
  const chats = createTakeInChat(deps, whenTaken({ load, pump, work }, closing), takeInChat);
  const tests = openTests(deps, hearing, pump);
  const links = createHoldLinks({
    deps: { ...deps, work },
    makeLink,
    hearReply,
    hear: hearing.hear,
    hasRoom: pump.look,
    learnParked: (linkId) => parked.learn(deps.db, linkId),
  });
  const answer = createAnswer({ ...deps, caps, followAccepts: settings.followAccepts });
  const takeText: Journey['takeIn'] = (request) =>
    answer('sms', request, async () => noted(await texts.take(request)));
  return {
    batches: createBatchReports(deps.db, deps.clock),
    takeIn: takeText,
    takeInFile,
    ...filesOf(files, deps),
    keepUpload: createKeepUpload(deps, uploads.look),
    takeInChat: (request) => answer('chat', request, () => chats.take(request)),
    lookUpNumbers: async (request) => caps.note(request, await lookUps.lookUpNumbers(request)),
    ...statusesOf(deps, newNames),
    ...answersOf(deps),
    ...endingOf(closing),
    background: { deps, load, hearing, pump, unconfirmed, work, caps, closing, takeIn: takeText },
    async start(roles) {
      if (roles.worker) uploads.start();
      if (!roles.carriers) return;
      await Promise.all([links.look(), tests.start()]);
      links.start();
      pump.start();
    },
    async stop() {
      uploads.stop();
      await Promise.all([texts.drained(), chats.drained(), lookUps.drained(), files.stop()]);
      await uploads.drained();
      await pump.stop();
      await Promise.all([links.stop(), tests.stop()]);
      await hearing.drained();
    },
    pressure: () => {
      const requests = texts.pending() + chats.pending() + lookUps.pending();
      return { requests, words: hearing.pending(), waiting: load.waiting() };
    },
  };
}

/** What is read, and written, on disk without being sent. */
function filesOf(
  { previewFile, readFile }: TakeInFile,
  deps: JourneyDeps,
): Pick<Journey, 'previewFile' | 'readFile' | 'withRowsFile' | 'rowsOfContacts'> {
  const rowsOfContacts = createRowsOfContacts(deps.db);
  return { previewFile, readFile, withRowsFile: createWithRowsFile(deps), rowsOfContacts };
}

/** What the chat service asks. */
function statusesOf({ ids }: JourneyDeps, { take }: NewNames): ChatJourney {
  return {
    newNames: take,
    settleStatuses: (transaction, statuses, nowMs) =>
      settleStatuses(transaction, statuses, { nowMs, newId: () => ids.next() }),
  };
}

/** What a node notes for itself, from nothing on. */
function emptyBooks({ clock }: JourneySettings): Pick<JourneyDeps, 'leftBehind' | 'tests'> {
  const [most, keys] = [limit('testsPerHour'), limit('pacedAccounts')];
  const tests = createThrottle({ clock, most, keys, windowMs: HOUR_MS });
  return { leftBehind: new Set(), tests };
}

/** The links of test keys, and who tells their ends. */
function openTests(deps: JourneyDeps, { hear }: Hearing, pump: Pump): HoldTestLinks {
  const telling = createTellTests(deps);
  const links = createHoldTestLinks({
    deps,
    hear,
    hasRoom: pump.look,
    makeLink: (linkId, events) => createTestLink(linkId, events, { ...deps, tell: telling.tell }),
  });
  return {
    start: links.start,
    async stop() {
      await links.stop();
      await telling.drained();
    },
  };
}

/** Links may have room, and accounts may have events. */
function lookAfter(pump: Pump, work: WorkIndex): void {
  pump.lookAtAll();
  work.note('hasFacts');
}

const kindOf = ({ chat }: FileRequest): 'sms' | 'chat' => (chat === undefined ? 'sms' : 'chat');

/** Counts what was accepted; a large batch enters the queue piece by piece. */
function noteTaken({ load, work }: Pick<Background, 'load' | 'work'>, tallies: Tallies) {
  return <Taken extends TakenIn | FileTakenIn>(
    taken: Taken,
    kind: 'sms' | 'chat' = 'sms',
  ): Taken => {
    if (taken.kind === 'accepted') {
      load.took(taken);
      if (!taken.replayed) tallies.accepted(kind, taken.acceptance.recipients);
      if (taken.acceptance.recipients > limit('acceptGroupMessages')) work.note('hasFeeds');
    }
    return taken;
  };
}

/** Ends or pauses what is waiting. */
function endingOf(closing: CancelDeps): Pick<Journey, 'cancel' | 'holdBatch'> {
  return {
    cancel: (...message) => cancelMessage(closing, ...message),
    holdBatch: (...batch) => holdBatch(closing, ...batch),
  };
}

/** Counts what was accepted, and looks for it at once. */
function whenTaken(
  { load, pump, work }: Pick<Background, 'load' | 'pump' | 'work'>,
  { outboxes, tallies }: Pick<JourneyDeps, 'outboxes'> & Pick<JourneySettings, 'tallies'>,
): (draft: ChatDraftRequest) => void {
  return ({ linkId, priority, messages }) => {
    load.tookChats(messages.length);
    tallies.accepted('chat', messages.length);
    if (messages.length > limit('chatGroupMessages')) work.note('hasFeeds');
    outboxes.setWaiting(linkId, priority);
    const outbox = outboxes.get(linkId);
    if (outbox !== undefined) pump.look(outbox);
  };
}

/** Answers that only read. */
function answersOf(
  deps: JourneyDeps,
): Pick<
  Journey,
  'report' | 'message' | 'messages' | 'preview' | 'prices' | 'estimate' | 'balance' | 'tellNumber'
> {
  const { db, clock } = deps;
  return {
    report: (accountId, id, page) => report(db, accountId, { id, page, atMs: clock.nowMs() }),
    async message(accountId, id) {
      const message = await readMessageReport(db, accountId, { id, atMs: clock.nowMs() });
      if (message === undefined) return undefined;
      const attempts = await readAttempts(db, { accountId, messageId: id as MessageId });
      return { ...message, attempts };
    },
    messages: (accountId, ask) => listAsked(db, accountId, { ...ask, atMs: clock.nowMs() }),
    preview: (request) => preview(deps, request),
    prices: (account) => pricesOf(deps, account),
    estimate: (request) => estimate(deps, request),
    tellNumber: (accountId, recipient) => tellNumber(deps, accountId, recipient),
    async balance(accountId) {
      const balance = await readBalance(db, accountId, clock.nowMs());
      return balance?.availableMicros ?? ZERO;
    },
  };
}
