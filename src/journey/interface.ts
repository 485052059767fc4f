import type { Account } from '../domain/account/account.ts';
import type { ChatRequest, ChatTakenIn } from '../domain/chat/request.ts';
import type { Refusal } from '../domain/failure/failure.ts';
import type { AccountId, BatchId } from '../domain/ids.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import type {
  FileOutline,
  FileRequest,
  FileTakenIn,
  FileWork,
} from '../domain/message/file-send.ts';
import type {
  AskMessages,
  MessagePage,
  MessageWithAttempts,
  Report,
} from '../domain/message/report.ts';
import type {
  NumberFacts,
  NumberRequest,
  NumbersTaken,
} from '../domain/portability/number-lookup.ts';
import type { PhoneNumber } from '../domain/recipient/recipient.ts';
import type { Preview } from '../domain/message/preview.ts';
import type { Micros } from '../domain/pricing/money.ts';
import type { AccountPrices } from '../domain/pricing/price-list.ts';
import type { RowsOfContacts } from '../batches/contact-file.ts';
import type { WithRowsFile } from '../batches/rows-file.ts';
import type { ReadFile } from '../batches/take-in-file.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import type { PlacedStatus } from '../store/chat/statuses.ts';
import type { Judged } from './accept/judge-request.ts';
import type { Estimating } from './prices.ts';
import type { ChatName } from './settle/match-receipts.ts';
import type { SettledStatuses } from './settle/settle-statuses.ts';

/** What the API may ask of the journey. */
export type Journey = {
  /**
   * Accept, charge, enqueue. Settles when the request is durable or refused; never rejects for
   * causes outside the program.
   */
  takeIn(request: SendRequest): Promise<TakenIn>;
  /** The same for chat messages: each entry has its own result. */
  takeInChat(request: ChatRequest): Promise<ChatTakenIn>;
  /**
   * The same for the rows of a file, fetched or already on disk. Takes seconds, and reports its
   * progress.
   */
  takeInFile(request: FileRequest, work: FileWork): Promise<FileTakenIn>;
  /** What is in a file on disk, read as for a send; keeps and costs nothing. */
  previewFile(accountId: AccountId, file: string): Promise<FileOutline | Refusal>;
  /** Passes on the rows of a file on disk, in its turn among those that are sent. */
  readonly readFile: ReadFile;
  /** Rows as a file on disk, for as long as it is used. */
  readonly withRowsFile: WithRowsFile;
  readonly rowsOfContacts: RowsOfContacts;
  /**
   * undefined when this account has no batch or message with the id. Pages hold 1,000 messages and
   * start at 1.
   */
  report(accountId: AccountId, id: number, page: number): Promise<Report | undefined>;
  message(accountId: AccountId, id: number): Promise<MessageWithAttempts | undefined>;
  /** This account's messages, texts and chat, newest first. */
  messages(accountId: AccountId, ask: AskMessages): Promise<MessagePage>;
  /** Ends a waiting message and releases its price; false when none is waiting. */
  cancel(accountId: AccountId, id: number): Promise<boolean>;
  /** What a send would say and cost; stores, asks and spends nothing. */
  preview(request: Judged): Preview | Refusal;
  /** What an account pays now. */
  prices(account: Account): AccountPrices;
  /** What a text would come to; stores, asks and spends nothing. */
  estimate(request: Estimating): Omit<Preview, 'needsUnicode'> | Refusal;
  /** Paid look-ups of numbers; nothing is sent. */
  lookUpNumbers(request: NumberRequest): Promise<NumbersTaken>;
  /** What is said about a number for free. */
  tellNumber(accountId: AccountId, recipient: PhoneNumber): Promise<NumberFacts>;
  /** Starts pausing, resuming or cancelling a batch; the rest goes on after the answer. */
  holdBatch(accountId: AccountId, id: BatchId): Promise<void>;
  /** What the account may spend now. */
  balance(accountId: AccountId): Promise<Micros>;
};

/** What the chat service uses of the journey. */
export type ChatJourney = {
  /** The chat platform's ids of messages whose attempts were stored a moment ago. */
  newNames(): readonly ChatName[];
  /** Settles statuses of the chat platform in the caller's transaction. */
  settleStatuses(
    transaction: Transaction,
    statuses: readonly PlacedStatus[],
    nowMs: number,
  ): Promise<SettledStatuses>;
};
