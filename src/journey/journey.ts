/**
 * The life of a message: three functions, which call the stages in the order of travel. The rules
 * are in the stages; a stage never calls another, it returns a value that says what happened.
 *
 *   takeIn     accept → charge → enqueue    one commit for what arrives together
 *   sendOut    route → send                 the intent is committed, then written to the link
 *   closeOut   settle → report              on the operator's word; acknowledged after the commit
 *
 * docs/journey.md walks one message through, with what may interrupt it where.
 */
import type { ChatRequest, ChatTakenIn } from '../domain/chat/request.ts';
import type { AccountId } from '../domain/ids.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import type { FileRequest, FileTakenIn, FileWork } from '../domain/message/file-send.ts';
import type { Report, ReportedMessage } from '../domain/message/report.ts';
import type { Micros } from '../domain/pricing/money.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import type { Heard, Outbox } from '../links/outbox.ts';
import type { PlacedStatus } from '../store/chat-statuses.ts';
import type { ChatRefusal } from './deps.ts';
import { freeLanes, handOut, type HandOutDeps } from './enqueue/hand-out.ts';
import { holdBacklog } from './enqueue/hold-backlog.ts';
import type { BatchReports } from '../batches/batch-reports.ts';
import type { Tallies } from './report/tallies.ts';
import { route, type RouteDeps } from './route/route.ts';
import { send } from './send/send.ts';
import type { ChatName } from './settle/known-names.ts';
import {
  acknowledge,
  chatRefusals,
  settle,
  type SettleDeps,
  type TimedHeard,
} from './settle/settle.ts';
import type { FailedChat, SettledStatuses } from './settle/settle-statuses.ts';
import type { KeepUpload } from '../batches/keep-upload.ts';

export type SendOutDeps = HandOutDeps & RouteDeps & { readonly hear: (heard: Heard) => void };

/**
 * route → send, for what is due on one link; true when there may be more at once. What a crash
 * leaves taken is an ambiguous attempt, never an unknown one.
 */
export async function sendOut(deps: SendOutDeps, outbox: Outbox): Promise<boolean> {
  const taken = await handOut(deps, outbox);
  if (taken === undefined) return false;
  const { linkId } = outbox;
  const { lease } = taken;
  const { going, withdrawn, closed } = await route(deps, taken.due);
  send(outbox, going);
  for (const it of withdrawn) deps.hear({ kind: 'attempt', attempt: { linkId, lease, ...it } });
  for (const [accountId, untilMs] of closed) {
    await holdBacklog(deps, { linkId, accountId, untilMs });
  }
  taken.done();
  return taken.more;
}

export type CloseOutDeps = SettleDeps &
  HandOutDeps & {
    readonly tallies: Tallies;
    /** Does what refusals of chat messages ask for besides. Never rejects. */
    readonly onChatRefusals: (refusals: readonly ChatRefusal[]) => Promise<void>;
  };

/**
 * settle → report, for what was heard together. The next message to the same person may be due
 * then, and a refusal may ask for more than the end of its attempt.
 */
export async function closeOut(deps: CloseOutDeps, group: readonly TimedHeard[]): Promise<void> {
  const heard = group.map((it) => it.heard);
  deps.tallies.count(await settle(deps, heard));
  acknowledge(heard);
  await freeLanes(deps, heard);
  await deps.onChatRefusals(chatRefusals(group));
}

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

/** What of the journey the chat service builds upon. */
export type ChatJourney = {
  /** What the chat platform calls messages whose attempts were stored a moment ago. */
  newNames(): readonly ChatName[];
  /** Settles statuses of the chat platform in the caller's transaction. */
  settleStatuses(
    transaction: Transaction,
    statuses: readonly PlacedStatus[],
    nowMs: number,
  ): Promise<SettledStatuses>;
};

export type { BatchReports, ChatRefusal, FailedChat, KeepUpload };
