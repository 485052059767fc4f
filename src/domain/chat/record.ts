/**
 * What is known of a chat message once it has left us, and what each word of the platform makes of
 * it (decision 32, decision 33). Words come in any order, twice, before the answer to the send, or
 * never; so nothing here asks in which order they came, but for one thing: the first that ends the
 * matter of money ends it.
 */
import type { PlatformReaction } from './reaction.ts';
import type { FailureReason } from '../failure/failure.ts';
import type { MessageState } from '../message/message.ts';

/** Where the price of a message stands. The number only ever rises; each rise is one transfer. */
export const CHAT_MONEY = { reserved: 1, posted: 2, released: 3, refunded: 4 } as const;
export type ChatMoney = keyof typeof CHAT_MONEY;

const moneyNames = Object.keys(CHAT_MONEY) as ChatMoney[];

/** The standing a stored number means; throws on a number that none has. */
export function chatMoneyOf(stored: number): ChatMoney {
  const name = moneyNames.find((it) => CHAT_MONEY[it] === stored);
  if (name === undefined) throw new Error(`no standing of money has the number ${stored}`);
  return name;
}

export type ChatRecord = {
  readonly state: MessageState;
  readonly money: ChatMoney;
  /** When its answer was lost; undefined: it was not, or it is explained. */
  readonly lostAtMs: number | undefined;
  readonly sentAtMs: number | undefined;
  readonly deliveredAtMs: number | undefined;
  readonly readAtMs: number | undefined;
  readonly failedAtMs: number | undefined;
  /** What the first word with a price said. */
  readonly billable: boolean | undefined;
  readonly pricing: ChatPricing | undefined;
  readonly reason: FailureReason | undefined;
  /** The platform's own number of the failure. */
  readonly errorCode: number | undefined;
};

/** What the platform says that it charges us by. */
export type ChatPricing = {
  readonly billable: boolean;
  readonly model: string | undefined;
  readonly type: string | undefined;
  readonly category: string | undefined;
};

export type ChatFailure = {
  readonly code: number;
  readonly reason: FailureReason;
  /** What the platform asks for besides. */
  readonly reaction?: PlatformReaction;
};

/** A word on a message: what it says, and when it became true by the platform's clock. */
export type ChatNews = {
  readonly atMs: number;
  readonly pricing: ChatPricing | undefined;
} & (
  | { readonly status: 'sent' | 'delivered' | 'read' }
  | { readonly status: 'failed'; readonly failure: ChatFailure }
);

/** `repeated`: all of it was known. `contradiction`: it cannot be true beside what is known. */
export type Verdict = 'news' | 'repeated' | 'contradiction';

export type Applied = { readonly record: ChatRecord; readonly verdict: Verdict };

/** What a word makes of a record. */
export function applyNews(record: ChatRecord, news: ChatNews): Applied {
  if (news.status === 'failed' && record.state === 'delivered') {
    return { record, verdict: 'contradiction' };
  }
  const after = judgeMoney(record, news, move(record, news));
  return { record: after, verdict: isSame(record, after) ? 'repeated' : 'news' };
}

function move(record: ChatRecord, news: ChatNews): ChatRecord {
  const explained = { ...record, lostAtMs: undefined };
  switch (news.status) {
    case 'sent': {
      const state = record.state === 'waiting' ? 'sent' : record.state;
      return { ...explained, state, sentAtMs: earliest(record.sentAtMs, news.atMs) };
    }
    case 'delivered': {
      const deliveredAtMs = earliest(record.deliveredAtMs, news.atMs);
      return { ...explained, ...DELIVERED, deliveredAtMs };
    }
    case 'read':
      return { ...explained, ...DELIVERED, readAtMs: earliest(record.readAtMs, news.atMs) };
    case 'failed': {
      if (record.failedAtMs !== undefined) return explained;
      const { code, reason } = news.failure;
      const failed = { state: stateOfFailure(code), failedAtMs: news.atMs };
      return { ...explained, ...failed, reason, errorCode: code };
    }
  }
}

/** A phone of several may fail before another shows the message: what was delivered was. */
const DELIVERED = { state: 'delivered', reason: undefined, errorCode: undefined } as const;

/** Codes that speak of the recipient's side; any other says that the platform would not. */
const DID_NOT_ARRIVE: readonly number[] = [130472, 131026, 131052, 131053];

/** The state of a message that failed with this code (facts of the platform, section 11). */
function stateOfFailure(code: number): 'failed' | 'rejected' {
  return DID_NOT_ARRIVE.includes(code) ? 'failed' : 'rejected';
}

/**
 * Charged at the first word that says so, and once; given back once, and never charged again: what
 * has been given back may have been spent.
 */
function judgeMoney(before: ChatRecord, news: ChatNews, after: ChatRecord): ChatRecord {
  const { money } = before;
  if (news.status === 'failed') return { ...after, money: giveBack(money) };
  const { pricing } = news;
  if (before.billable === undefined && pricing !== undefined) {
    const { billable } = pricing;
    return { ...after, billable, pricing, money: billable ? charge(money) : giveBack(money) };
  }
  const isDelivered = news.status !== 'sent' && before.billable === undefined;
  return isDelivered ? { ...after, money: charge(money) } : after;
}

function charge(money: ChatMoney): ChatMoney {
  return money === 'reserved' ? 'posted' : money;
}

function giveBack(money: ChatMoney): ChatMoney {
  if (money === 'reserved') return 'released';
  return money === 'posted' ? 'refunded' : money;
}

/**
 * What becomes of a message when its time for a word is over. Whose answer was lost: nobody can
 * show that it left, so it is not charged. What the platform took stays charged (contract section
 * 6).
 */
export function giveUp(record: ChatRecord): ChatRecord {
  const { state, money } = record;
  if (state === 'waiting') {
    return { ...record, state: 'unknown', reason: 'answer_lost', money: giveBack(money) };
  }
  if (state !== 'sent') return record;
  return { ...record, state: 'unknown', reason: 'receipt_never_came', money: charge(money) };
}

/** Whether a later word is still expected: of what was delivered or failed it is not. */
export function isOpen({ state }: Pick<ChatRecord, 'state'>): boolean {
  return state === 'waiting' || state === 'sent';
}

function earliest(known: number | undefined, atMs: number): number {
  return known === undefined ? atMs : Math.min(known, atMs);
}

function isSame(a: ChatRecord, b: ChatRecord): boolean {
  const names = Object.keys(a) as (keyof ChatRecord)[];
  return names.every((name) => a[name] === b[name]);
}
