/**
 * Numbers that play an end when a test key writes to them; any other number plays `delivered`. They
 * are of the prefix 0399, which no operator has (38x and 39x are not assigned), and a live key is
 * refused there even if it names a network. docs/interface/testing.md shows this table.
 */
import type { ChatFailure } from '../chat/progress.ts';
import { SECOND_MS } from '../durations.ts';
import { refuse, type FailureReason, type Refusal } from '../failure/failure.ts';
import { formatRupees, ZERO } from '../pricing/money.ts';

/** What the operator reports of a text, or the chat platform of a message. */
type Reported = 'delivered' | 'failed' | 'rejected' | 'expired' | 'unknown';

export type TestEnd =
  /** It is taken, and a final word on it comes. */
  | {
      readonly kind: 'reported';
      readonly state: Reported;
      readonly afterMs: number;
      /** The operator's own code. */
      readonly error?: string;
      /** The chat platform's word, where it fails. */
      readonly failure?: ChatFailure;
      /** What the person writes back, before the word comes. */
      readonly reply?: string;
      /** The chat platform says that it was read, too. */
      readonly isRead?: boolean;
      /** The word comes twice. */
      readonly isTwice?: boolean;
    }
  /** It is taken, and no final word ever comes. */
  | { readonly kind: 'silent' }
  /** It is not taken; with `once` the second attempt is. */
  | { readonly kind: 'refused'; readonly reason: FailureReason; readonly once?: boolean }
  /** The answer to the first attempt is lost; the second is taken. */
  | { readonly kind: 'lost' }
  /** The request is refused there. */
  | { readonly kind: 'forbidden'; readonly why: TestRefusal };

type TestRefusal =
  | 'opted_out'
  | 'do_not_call'
  | 'too_many'
  | 'no_credit'
  | 'spending_cap'
  | 'window_closed';

type TestNumber = {
  readonly number: string;
  readonly sms: TestEnd;
  readonly chat: TestEnd;
};

type ReportedEnd = Extract<TestEnd, { readonly kind: 'reported' }>;

const reported = (state: Reported, more: Partial<ReportedEnd> = {}): TestEnd => ({
  kind: 'reported',
  state,
  afterMs: SECOND_MS,
  ...more,
});
const refused = (reason: FailureReason): TestEnd => ({ kind: 'refused', reason });
const forbidden = (why: TestRefusal): TestEnd => ({ kind: 'forbidden', why });
const failedChat = (code: number, reason: FailureReason): TestEnd =>
  reported('failed', { failure: { code, reason } });
const replied = (reply: string): TestEnd =>
  reported('delivered', { afterMs: 3 * SECOND_MS, reply });

const DELIVERED = reported('delivered');
const LATE = reported('delivered', { afterMs: 30 * SECOND_MS });
const SILENT: TestEnd = { kind: 'silent' };

const last = (digits: string): string => `92399000${digits}`;

/** In the order of docs/interface/testing.md. */
export const TEST_NUMBERS: readonly TestNumber[] = [
  // It arrives.
  { number: last('0001'), sms: DELIVERED, chat: DELIVERED },
  { number: last('0002'), sms: LATE, chat: LATE },
  { number: last('0003'), sms: replied('Yes'), chat: replied('Yes') },
  { number: last('0004'), sms: replied('STOP'), chat: replied('STOP') },
  { number: last('0005'), sms: DELIVERED, chat: reported('delivered', { isRead: true }) },
  { number: last('0006'), sms: reported('delivered', { isTwice: true }), chat: DELIVERED },
  {
    number: last('0007'),
    sms: { kind: 'refused', reason: 'operator_throttled', once: true },
    chat: { kind: 'refused', reason: 'platform_throttled', once: true },
  },
  { number: last('0008'), sms: { kind: 'lost' }, chat: DELIVERED },
  // It does not, and the operator or the chat platform says so later.
  {
    number: last('0011'),
    sms: reported('failed', { error: '1' }),
    chat: failedChat(131026, 'platform_unreachable'),
  },
  {
    number: last('0012'),
    sms: reported('expired', { error: '2' }),
    chat: failedChat(131049, 'platform_withheld'),
  },
  {
    number: last('0013'),
    sms: reported('rejected', { error: '3' }),
    chat: failedChat(131050, 'platform_opted_out'),
  },
  {
    number: last('0014'),
    sms: reported('unknown', { error: '4' }),
    chat: failedChat(131047, 'platform_window_closed'),
  },
  { number: last('0015'), sms: SILENT, chat: SILENT },
  // It is not taken.
  { number: last('0021'), sms: refused('operator_refused'), chat: refused('platform_refused') },
  {
    number: last('0022'),
    sms: refused('operator_refused_recipient'),
    chat: refused('platform_refused_recipient'),
  },
  {
    number: last('0023'),
    sms: refused('operator_refused_sender'),
    chat: refused('platform_refused_template'),
  },
  {
    number: last('0024'),
    sms: refused('operator_refused_form'),
    chat: refused('platform_refused_form'),
  },
  { number: last('0025'), sms: refused('operator_fault'), chat: refused('platform_fault') },
  // The request is refused.
  { number: last('0031'), sms: forbidden('opted_out'), chat: forbidden('opted_out') },
  { number: last('0032'), sms: forbidden('do_not_call'), chat: DELIVERED },
  { number: last('0033'), sms: forbidden('too_many'), chat: DELIVERED },
  { number: last('0034'), sms: forbidden('no_credit'), chat: forbidden('no_credit') },
  { number: last('0035'), sms: forbidden('spending_cap'), chat: forbidden('spending_cap') },
  { number: last('0036'), sms: DELIVERED, chat: forbidden('window_closed') },
];

const byNumber = new Map(TEST_NUMBERS.map((it) => [it.number, it]));

/** Whether a number plays an end of its own. */
export function isTestNumber(recipient: string): boolean {
  return byNumber.has(recipient);
}

/** How a message of a test key to a number ends. */
export function testEndOf(recipient: string, kind: 'sms' | 'chat'): TestEnd {
  return byNumber.get(recipient)?.[kind] ?? DELIVERED;
}

/** Why a request to a number is refused; undefined: it is not. */
export function testRefusalOf(recipient: string, kind: 'sms' | 'chat'): TestRefusal | undefined {
  const end = testEndOf(recipient, kind);
  return end.kind === 'forbidden' ? end.why : undefined;
}

/** The refusals of an account that has no credit, or may spend no more. */
export function refusalOfFundsInTest(refusal: 'no_credit' | 'spending_cap'): Refusal {
  const price = formatRupees(ZERO);
  return refusal === 'no_credit'
    ? refuse('credit_insufficient', { price, available: price })
    : refuse('rejected_spending', { price, left: price, period: 'day' });
}
