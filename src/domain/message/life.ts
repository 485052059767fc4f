/** The whole life of one message, as staff see it, without its text. */
import type { ChatRecord } from '../chat/progress.ts';
import { micros, type Micros, ZERO } from '../pricing/money.ts';
import type { SenderRoute } from '../sender/sender.ts';
import { MESSAGE_STATES, type AttemptOutcome, type MessageState } from './message.ts';

/** What staff see of a message besides its report. Its text is never read. */
export type MessageLife = {
  readonly account: string;
  readonly sender: string | undefined;
  readonly senderRoute: SenderRoute | undefined;
  readonly template: string | undefined;
  /** As stored: while a message is under way, why it was put back. */
  readonly reason: string | undefined;
  readonly expiresAtMs: number;
  readonly money: MessageMoney;
  readonly chat: ChatLife | undefined;
  /** Its place in the queue; undefined: it is not queued. */
  readonly queued: QueuedMessage | undefined;
  /** Its batch enters the queue piece by piece, and this message has not yet. */
  readonly isUnfed: boolean;
  readonly attempts: readonly LivedAttempt[];
  readonly receipts: readonly LivedReceipt[];
};

export type MessageMoney = {
  readonly priceMicros: Micros;
  readonly postedMicros: Micros;
  /** Whether its tariff refunds the charge when it fails. */
  readonly refundsFailed: boolean;
  readonly reserveId: number;
  readonly settleId: number | undefined;
  /** The cost of its whole request's look-ups. */
  readonly lookupsMicros: Micros;
};

export type ChatLife = Pick<
  ChatRecord,
  'money' | 'lostAtMs' | 'failedAtMs' | 'deliveredAtMs' | 'readAtMs' | 'billable' | 'errorCode'
> & {
  readonly category: string;
  /** Until when we wait for a status from the platform. */
  readonly waitUntilMs: number | undefined;
};

export type QueuedMessage = {
  /** undefined: the link no longer exists. */
  readonly link: string | undefined;
  readonly linkId: number;
  readonly isEnabled: boolean;
  readonly attempt: number;
  readonly dueAtMs: number;
  readonly lostUntilMs: number | undefined;
  /** The number of the node that is submitting it. */
  readonly node: number | undefined;
};

export type LivedAttempt = {
  readonly attempt: number;
  readonly part: number;
  readonly link: string;
  readonly outcome: AttemptOutcome;
  /** The answer was lost at some point. */
  readonly wasLost: boolean;
  readonly operatorKey: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly node: number;
  /** When it was answered; of one without an answer, when it was submitted. */
  readonly answeredAtMs: number;
  readonly receipt:
    | { readonly state: MessageState; readonly error: string | undefined; readonly atMs: number }
    | undefined;
};

/** A receipt that did not simply close its attempt. */
export type LivedReceipt = {
  readonly id: number;
  /** Why it is kept: `late`, `duplicate`, `contradiction` … */
  readonly kind: string;
  readonly link: string;
  readonly operatorKey: string | undefined;
  readonly says: string | undefined;
  readonly error: string | undefined;
  readonly receivedAtMs: number;
};

/** Where a message's price is at one moment. */
type MoneyStanding = {
  readonly reservedMicros: Micros;
  readonly postedMicros: Micros;
  readonly releasedMicros: Micros;
  readonly refundedMicros: Micros;
};

/** How much of the price is reserved, posted, released and refunded. */
export function moneyStandingOf(
  { money, chat, queued }: Pick<MessageLife, 'money' | 'chat' | 'queued'>,
  state: MessageState,
): MoneyStanding {
  const { priceMicros, postedMicros } = money;
  const none = { reservedMicros: ZERO, postedMicros: ZERO, releasedMicros: ZERO };
  if (chat !== undefined) {
    const refundedMicros = chat.money === 'refunded' ? priceMicros : ZERO;
    const at = chat.money === 'refunded' ? 'posted' : chat.money;
    return { ...none, refundedMicros, [`${at}Micros`]: priceMicros };
  }
  const rest = micros(priceMicros - postedMicros);
  const isOpen = state === 'waiting' || queued !== undefined;
  const isRefunded =
    money.refundsFailed &&
    money.settleId !== undefined &&
    MESSAGE_STATES[state] > MESSAGE_STATES.delivered;
  return {
    ...none,
    postedMicros,
    [isOpen ? 'reservedMicros' : 'releasedMicros']: rest,
    refundedMicros: isRefunded ? postedMicros : ZERO,
  };
}
