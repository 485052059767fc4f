/**
 * Batches as their account sees them at `/v1` (contract sections 8 and 11). Batches from files are
 * accepted with 202 and processed after the answer.
 */
import type { Refusal } from '../failure/failure.ts';
import type { AccountId, BatchId, MessageId } from '../ids.ts';
import { hoursStored, storedHours } from '../policy/hours.ts';
import type { Micros } from '../pricing/money.ts';
import { NETWORKS } from '../routing/routing.ts';
import { readTemplateId } from '../template/template.ts';
import type { KeptFallback } from './fallback.ts';
import type { ChatOfFile, ContactsOfFile, FileRequest, LeftOutRow } from './file-send.ts';
import type { StopReason } from './hold.ts';
import type { MessageState } from './message.ts';
import type { Recurrence } from './recurrence.ts';

/**
 * `waiting`: its file is kept and nobody is reading it yet; `sending`: some of its messages have
 * yet to be handed to an operator; `sent`: all have been, though reports may still come in;
 * `paused`: what waits stays; `cancelling`: it is being ended; `cancelled`: nothing waits any more.
 */
export const BATCH_STATES = [
  'waiting',
  'reading',
  'refused',
  'sending',
  'sent',
  'paused',
  'cancelling',
  'cancelled',
] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const BATCH_SOURCES = ['numbers', 'link', 'upload'] as const;
export type BatchSource = (typeof BATCH_SOURCES)[number];

export type FileKind = 'text' | 'xlsx' | 'xls';

/** What is known about a batch that can be sent. */
export type PublishedFacts = {
  readonly recipients: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  /** Rows of the file that name a recipient; undefined: it does not come from a file. */
  readonly rows: number | undefined;
  readonly leftOut: number;
  /** Of the price: for the look-ups. */
  readonly lookupsMicros: Micros;
  readonly publishedAtMs: number;
  /** Messages that are not queued yet, judged by position: never too few. */
  readonly unfed: number;
  /** When the next of them may be queued; undefined: none is left. */
  readonly feedsAtMs: number | undefined;
  /** Where its messages are, for counting and listing them. */
  readonly span: BatchSpan;
};

/** The range of ids that holds a batch's messages. */
export type BatchSpan = {
  readonly firstMessage: number;
  readonly lastMessage: number;
  /** The last position among its messages and left-out rows. */
  readonly lastPosition: number;
};

export type KeptBatch = {
  readonly id: BatchId;
  /** What its account calls it; undefined: as its file is called. */
  readonly name?: string | undefined;
  /** The batch to whose recipients it is sent again. */
  readonly repeats?: BatchId | undefined;
  /** By which batch those who did not get it got it again. */
  readonly failedRepeatedBy?: BatchId | undefined;
  /** Of chat messages: the text to those whom they do not reach. */
  readonly fallback?: KeptFallback | undefined;
  /** The batch of chat messages whose texts it has. */
  readonly fallbackOf?: BatchId | undefined;
  readonly state: BatchState;
  readonly source: BatchSource;
  /** What the caller calls the file. */
  readonly fileName: string | undefined;
  readonly fileBytes: number | undefined;
  readonly fileKind: FileKind | undefined;
  /** Texts, or chat messages. */
  readonly kind: 'sms' | 'chat';
  /** The sender's name; for chat messages the digits of their number. */
  readonly sender: string;
  /** undefined: chat messages in free form. */
  readonly templateId: string | undefined;
  /** Its texts have short links, whose clicks are counted. */
  readonly shortLinks: boolean;
  /** Of a test key. */
  readonly isTest: boolean;
  readonly createdAtMs: number;
  /** Not before then, if its request says so. */
  readonly sendAtMs?: number | undefined;
  /** How it goes on after that; undefined: it does not, or another batch has taken it on. */
  readonly recurs?: Recurrence | undefined;
  /** When reading its file began, if that was after the answer. */
  readonly startedAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  /** Rows read so far, and roughly how many there are; for an upload that is being read. */
  readonly reading: { readonly done: number; readonly total: number | undefined } | undefined;
  readonly refusal: KeptRefusal | undefined;
  /** Why the service has stopped it; undefined: it has not. */
  readonly stopReason: StopReason | undefined;
  readonly published: PublishedFacts | undefined;
};

/** A batch's progress and what became of its messages, at one moment. */
export type BatchFigures = {
  readonly done: number;
  readonly total: number;
  readonly ratePerSecond: number;
  /** undefined: unknown. */
  readonly finishesAtMs: number | undefined;
  readonly counts: ReadonlyMap<MessageState, number>;
  /** Of its messages: what is charged or still reserved, and did not come back. */
  readonly spentMicros: Micros;
  /** Recipients who opted out within 72 hours of their message, and still are. */
  readonly optedOut: number;
  /** On its short links; undefined: it has none. */
  readonly clicks?: { readonly people: number; readonly total: number } | undefined;
  readonly countedAtMs: number;
};

/** One row of a batch: a message, or a row that nothing is sent to. */
export type BatchRow = {
  /** The row of the file; in a batch of numbers, the position in the request. */
  readonly row: number;
  /** Digits with country code; for a left-out row, what was written there. */
  readonly number: string;
  readonly state: MessageState | 'left_out';
  readonly reason: string | undefined;
  /** For a left-out row: the letters of the wrong column. */
  readonly column: string | undefined;
  readonly network: string | undefined;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly messageId: MessageId | undefined;
  /** On the links of its text; undefined: it has none. */
  readonly clicks: number | undefined;
  readonly sentAtMs: number | undefined;
  readonly doneAtMs: number | undefined;
};

export type BatchRowState = BatchRow['state'];

export type BatchRowPage = {
  readonly rows: readonly BatchRow[];
  /** The row after which the next page begins; undefined: there is none. */
  readonly next: number | undefined;
};

/**
 * What an upload is to do once its file is read, as kept with it: nodes of another version read it
 * too.
 */
export type UploadRequest = {
  readonly sender: string;
  readonly templateId: string;
  /** The values, as a JSON object. */
  readonly message: string;
  /** '' when none is given. */
  readonly network: string;
  /** '1': yes. */
  readonly ported: string;
  /** 'unicode', or ''. */
  readonly type: string;
  /** '0': no. */
  readonly duplicate: string;
  /** '1': yes. */
  readonly hidden?: string | undefined;
  /** Where the numbers are, if not in the first column. */
  readonly numberColumn?: string | undefined;
  /** It came by a test key. */
  readonly isTest?: boolean | undefined;
  /** Milliseconds since 1970; undefined: at once. */
  readonly sendAt?: string | undefined;
  /** Hours of the day, as stored; undefined: at any time. */
  readonly sendHours?: string | undefined;
  /** Whom the file is made of; without octets it is made when it is read. */
  readonly contacts?: ContactsOfFile | undefined;
  /** undefined: it is of texts. */
  readonly chat?: ChatOfFile | undefined;
  readonly shortLinks?: boolean | undefined;
  readonly recurs?: Recurrence | undefined;
  /** Where to fetch the file; undefined: it was uploaded. */
  readonly link?: string | undefined;
};

/** An upload's request in the form it is kept; accept has found it valid. */
export function keptRequest(request: FileRequest, link: string | undefined): UploadRequest {
  const { sender = '', templateId, values, network, ported, unicode, sendHours, chat } = request;
  return {
    ...(request.account.isTest ? { isTest: true } : {}),
    sender,
    link,
    chat,
    templateId: chat?.templateId ?? (typeof templateId === 'number' ? String(templateId) : ''),
    message: JSON.stringify(values instanceof Map ? Object.fromEntries(values) : {}),
    network: typeof network === 'string' ? network : '',
    ported: ported === true ? '1' : '',
    type: unicode === true ? 'unicode' : '',
    duplicate: request.keepsRepeated === false ? '0' : '1',
    contacts: request.contacts,
    shortLinks: request.shortLinks,
    recurs: request.recurs,
    hidden: request.includesHidden === true ? '1' : undefined,
    numberColumn: request.numberColumn === undefined ? undefined : String(request.numberColumn),
    sendAt: request.sendAtMs === undefined ? undefined : String(request.sendAtMs),
    sendHours: sendHours && String(storedHours(sendHours)),
  };
}

/** The request that was kept, to be judged by the account as it is now. */
export function requestKept(
  kept: UploadRequest,
): Omit<FileRequest, 'account' | 'dryRun' | 'idempotency'> {
  return {
    sender: kept.sender.trim(),
    templateId: readTemplateId(kept.templateId),
    values: new Map(Object.entries(JSON.parse(kept.message) as object)),
    network: NETWORKS.find((network) => network === kept.network),
    ported: kept.ported === '1',
    unicode: kept.type === 'unicode',
    keepsRepeated: kept.duplicate !== '0',
    contacts: kept.contacts,
    chat: kept.chat,
    shortLinks: kept.shortLinks,
    includesHidden: kept.hidden === '1',
    numberColumn: kept.numberColumn === undefined ? undefined : Number(kept.numberColumn),
    sendAtMs: kept.sendAt === undefined ? undefined : Number(kept.sendAt),
    sendHours: hoursStored(kept.sendHours === undefined ? undefined : Number(kept.sendHours)),
  };
}

/** Why an upload failed, kept with it. */
export type KeptRefusal = {
  readonly refusal: Refusal;
  /** The first rows left out, if they are the reason. */
  readonly leftOut: readonly LeftOutRow[];
};

export type ClaimedUpload = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly request: UploadRequest;
  readonly fileBytes: number;
  /** Including this one. */
  readonly tries: number;
  readonly receivedAtMs: number;
};
