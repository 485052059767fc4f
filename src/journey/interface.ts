import type { ChatRequest, ChatTakenIn } from '../domain/chat/request.ts';
import type { AccountId } from '../domain/ids.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import type { FileRequest, FileTakenIn, FileWork } from '../domain/message/file-send.ts';
import type { Report, ReportedMessage } from '../domain/message/report.ts';
import type { Micros } from '../domain/pricing/money.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import type { PlacedStatus } from '../store/chat-statuses.ts';
import type { ChatName } from './settle/known-names.ts';
import type { SettledStatuses } from './settle/settle-statuses.ts';

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
