/**
 * What is known about a chat message once it has left us, and what each status makes of it
 * (decision 32, decision 33). Statuses come in any order, twice, before the answer to the send, or
 * never. So order does not matter here, with one exception: the first status that settles the money
 * settles it.
 *
 * We give each attempt an id that the platform repeats in statuses. It identifies a status whose
 * message's answer was lost or has not arrived yet.
 */
import type { FailureReason } from '../failure/failure.ts';
import { isPlatformHold, type MessageState } from '../message/message.ts';
import type { PlatformReaction } from './platform.ts';

/** What has become of a message's price. The number only ever rises; each rise is one transfer. */
export const CHAT_MONEY = { reserved: 1, posted: 2, released: 3, refunded: 4 } as const;
type ChatMoney = keyof typeof CHAT_MONEY;

const moneyNames = Object.keys(CHAT_MONEY) as ChatMoney[];

/** What a stored number means; throws on an unknown number. */
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
  /** What the first status with a price said. */
  readonly billable: boolean | undefined;
  readonly pricing: ChatPricing | undefined;
  readonly reason: FailureReason | undefined;
  /** The platform's own number for the failure. */
  readonly errorCode: number | undefined;
};

/** What the platform says it bases its charge on. */
export type ChatPricing = {
  readonly billable: boolean;
  readonly model: string | undefined;
  readonly type: string | undefined;
  readonly category: string | undefined;
};

export type ChatFailure = {
  readonly code: number;
  readonly reason: FailureReason;
  /** What else the platform requires. */
  readonly reaction?: PlatformReaction;
};

/** A status of a message: what it says, and when it became true by the platform's clock. */
export type ChatNews = {
  readonly atMs: number;
  readonly pricing: ChatPricing | undefined;
} & (
  | { readonly status: 'sent' | 'delivered' | 'read' }
  | { readonly status: 'failed'; readonly failure: ChatFailure }
);

/** `repeated`: nothing in it is new. `contradiction`: it cannot be true given what is known. */
export type Verdict = 'news' | 'repeated' | 'contradiction';

type Applied = { readonly record: ChatRecord; readonly verdict: Verdict };

/**
 * Whether the platform counts it among the free-form messages of its number, of which some each
 * month cost nothing. What follows an advertisement is free anyway.
 */
export function isAnswer({ pricing }: Pick<ChatRecord, 'pricing'>): boolean {
  return pricing?.category === 'service' && pricing.type !== 'free_entry_point';
}

/** What a status makes of a record. */
export function applyNews(record: ChatRecord, news: ChatNews): Applied {
  if (news.status === 'failed' && record.state === 'delivered') {
    return { record, verdict: 'contradiction' };
  }
  const after = judgeMoney(record, news, move(record, news));
  return { record: after, verdict: isSame(record, after) ? 'repeated' : 'news' };
}

function move(record: ChatRecord, news: ChatNews): ChatRecord {
  // Whatever is told of it, the platform holds it back no longer.
  const reason = isPlatformHold(record.reason) ? undefined : record.reason;
  const explained = { ...record, reason, lostAtMs: undefined };
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

/** One of several phones may fail before another shows the message: delivered wins. */
const DELIVERED = { state: 'delivered', reason: undefined, errorCode: undefined } as const;

/** Codes about the recipient's side; any other means that the platform refused. */
const DID_NOT_ARRIVE: readonly number[] = [130472, 131026, 131052, 131053];

/** The state of a message that failed with this code (facts of the platform, section 11). */
function stateOfFailure(code: number): 'failed' | 'rejected' {
  return DID_NOT_ARRIVE.includes(code) ? 'failed' : 'rejected';
}

/**
 * Charged once, at the first status that says so; refunded once, and never charged again: a refund
 * may already have been spent.
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
 * What becomes of a message when its time for a status is over. If its answer was lost, nobody can
 * show that it left, so it is not charged. What the platform took stays charged (contract section
 * 6).
 */
export function giveUp(record: ChatRecord): ChatRecord {
  const { state, money } = record;
  if (state === 'waiting') {
    return { ...record, state: 'unknown', reason: 'answer_lost', money: giveBack(money) };
  }
  if (state !== 'sent') return record;
  // Nobody can show that what was held back has left the platform, either.
  if (isPlatformHold(record.reason)) return { ...record, state: 'unknown', money: giveBack(money) };
  return { ...record, state: 'unknown', reason: 'receipt_never_came', money: charge(money) };
}

/** Whether another status is still expected; not after delivered or failed. */
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

/** `<uuid>.<attempt>`: far below the 256 characters that the platform keeps. */
export function writeOpaqueId(uuid: string, attempt: number): string {
  return `${uuid}.${attempt}`;
}

type OpaqueId = { readonly uuid: string; readonly attempt: number };

/**
 * What a repeated id says; undefined when it is not one of ours. No message is tried ten thousand
 * times, and the store keeps 15 bits of an attempt's number.
 */
export function readOpaqueId(text: string): OpaqueId | undefined {
  const [, uuid, attempt] = /^([0-9a-f-]{36})\.([1-9]\d{0,3})$/.exec(text) ?? [];
  return uuid === undefined || attempt === undefined
    ? undefined
    : { uuid, attempt: Number(attempt) };
}
