import type { FailureReason } from '../failure/failure.ts';
import type { BatchId, ChatTemplateId, LinkId, SenderId, TemplateId } from '../ids.ts';
import type { HELD } from '../policy/hours.ts';
import type { Micros } from '../pricing/money.ts';
import { REPORT_WORDS, type MessageState, type ReceiptLevel } from './message.ts';

/** What the account sees of a batch or of one of its messages (contract section 7). */
export type Report = {
  /** The id that was asked for. */
  readonly id: number;
  /** Messages in all; one for a message or a batch of one. */
  readonly total: number;
  /** Only states that occur. */
  readonly counts: ReadonlyMap<MessageState, number>;
  /** One page of messages, in the order of the request. */
  readonly messages: readonly MessageReport[];
  readonly page: number;
};

export type MessageReport = {
  readonly id: number;
  readonly recipient: string;
  readonly state: MessageState;
  readonly network: string;
  readonly parts: number;
  readonly priceMicros: Micros;
  /** Whose word a receipt was, once there is one. */
  readonly level: ReceiptLevel | undefined;
  readonly acceptedAtMs: number;
  readonly sentAtMs: number | undefined;
  readonly doneAtMs: number | undefined;
  /** A sentence for people, when the message came to nothing or cannot leave now. */
  readonly reason: string | undefined;
  /** Of a chat message alone: its ids are shown as UUIDs. */
  readonly chat?: { readonly readAtMs: number | undefined } | undefined;
};

/** Why a message that may be sent is not, in one word: its hours, or no link to its operator. */
export type WaitWord = typeof HELD | 'link_down';

/** What is shown besides of one message, by its id. Its text is never shown. */
export type ReportedMessage = MessageReport & {
  /** undefined: it was the only message of its request. */
  readonly batchId: BatchId | undefined;
  /** undefined: it was written freely, as chat messages may be. */
  readonly templateId: TemplateId | ChatTemplateId | undefined;
  /** What it went from: a number of the chat platform is a link. */
  readonly from:
    | { readonly kind: 'sender'; readonly id: SenderId }
    | { readonly kind: 'number'; readonly id: LinkId };
  /** `reason` in one word, where the catalogue has it, or why it waits. */
  readonly reasonWord: FailureReason | WaitWord | undefined;
};

/**
 * The one word for what was asked: the state of a single message; of a batch, PENDING while any
 * waits, SENT while any is open, then what became of them.
 */
export function wordOf(report: Report): string {
  const [only] = report.counts.keys();
  if (report.total === 1 && only !== undefined) return REPORT_WORDS[only];
  const count = (state: MessageState): number => report.counts.get(state) ?? 0;
  if (count('waiting') > 0) return 'PENDING';
  if (count('sent') > 0) return 'SENT';
  if (count('delivered') === report.total) return 'DELIVERED';
  return count('delivered') === 0 ? 'FAILED' : 'PARTIAL';
}
