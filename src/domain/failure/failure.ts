import { API_FAILURES } from './api-failures.ts';
import { CHAT_ADMIN_FAILURES, CHAT_FAILURES } from './chat-failures.ts';
import { REQUEST_FAILURES } from './request-failures.ts';
import { FILE_FAILURES } from './file-failures.ts';
import { MESSAGE_FAILURES } from './message-failures.ts';

/**
 * The failure catalogue: every way in which a request or a message can fail, with the words and
 * numbers that callers see. docs/generated/errors.md is generated from it; carriers translate their
 * own words into it.
 */
export type Failure = {
  /**
   * The code of the SMS seed's section 7 (contract sections 1 and 3 say where 12 stands in for
   * another), or of the chat service (section 10).
   */
  readonly code: FailureCode;
  readonly httpStatus: number;
  /**
   * For the caller. `{name}` is replaced by a detail. Never contains one of FORBIDDEN_WORDS, always
   * one of FAILURE_WORDS: callers judge answers by such words (contract section 3).
   */
  readonly sentence: string;
  /** Whether repeating the same request later is pointless. */
  readonly permanent: boolean;
  /** Whether the account still pays. */
  readonly billable: boolean;
  /** Whether it is ours to fix and somebody must be alerted. */
  readonly alarm: boolean;
  readonly retryAfterSeconds?: number;
};

export type FailureCode = SharedCode | ChatCode;

type SharedCode = '1' | '2' | '4' | '5' | '6' | '7' | '8' | '9' | '12';
/** Only in the chat service (contract section 10). */
type ChatCode = '20' | '21' | '22' | '23' | '24' | '25' | '26' | '27';

export const FAILURES = {
  ...REQUEST_FAILURES,
  ...FILE_FAILURES,
  ...CHAT_FAILURES,
  ...API_FAILURES,
  ...CHAT_ADMIN_FAILURES,
  ...MESSAGE_FAILURES,
} as const;

export type FailureReason = keyof typeof FAILURES;

/** Whether a word is the name of one. */
export function isReason(word: string | undefined): word is FailureReason {
  return word !== undefined && Object.hasOwn(FAILURES, word);
}

/**
 * A value for the sentence. What the caller chose is quoted only where it cannot mislead a program
 * that looks for words.
 */
export type Detail = string | { readonly quote: string; readonly instead: string };

export type Refusal = {
  readonly reason: FailureReason;
  readonly details?: Readonly<Record<string, Detail>>;
  /** When it is about several things: each of them with its name in answers. */
  readonly each?: readonly { readonly shown: string; readonly refusal: Refusal }[];
};

/** Callers who find one of these in an answer, in any case, take it for an acceptance. */
export const FORBIDDEN_WORDS = ['ok', 'success', 'sent', 'submitted', 'delivered'] as const;

/** Callers who find none of these in an answer take it for an acceptance. */
export const FAILURE_WORDS = ['error', 'invalid', 'fail', 'insufficient', 'denied'] as const;

const LONGEST_QUOTE_CHARACTERS = 60;

/** The catalogue's entry for a reason. */
export function failureOf(reason: FailureReason): Failure {
  return FAILURES[reason];
}

/** Builds a refusal; `details` fill the placeholders of the reason's sentence. */
export function refuse(reason: FailureReason, details?: Readonly<Record<string, Detail>>): Refusal {
  return details === undefined ? { reason } : { reason, details };
}

/** Whether a check returned a refusal instead of its result. */
export function isRefusal(given: unknown): given is Refusal {
  return typeof given === 'object' && given !== null && 'reason' in given;
}

/** The sentence of a refusal with its details filled in, safe for callers who judge by words. */
export function sentenceOf(refusal: Refusal): string {
  return fill(refusal, ({ quote, instead }) => quoteSafely(quote, instead));
}

/** The same for callers who read the status instead of words: it always names what they chose. */
export function namingSentenceOf(refusal: Refusal): string {
  return fill(refusal, ({ quote }) => `'${quote}'`);
}

type Quote = Exclude<Detail, string>;

function fill({ reason, details }: Refusal, write: (quote: Quote) => string): string {
  return failureOf(reason).sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const detail = details?.[name];
    if (detail === undefined) return `(${name})`;
    return typeof detail === 'string' ? detail : write(detail);
  });
}

function quoteSafely(quote: string, instead: string): string {
  const safe = quotable(quote);
  return safe === undefined ? instead : `'${safe}'`;
}

/** A text that somebody chose, if it may appear in an answer; undefined: it would mislead. */
export function quotable(text: string): string | undefined {
  const lower = text.toLowerCase();
  const misleads = FORBIDDEN_WORDS.some((word) => lower.includes(word));
  const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text);
  return misleads || !printable || text.length > LONGEST_QUOTE_CHARACTERS ? undefined : text;
}
