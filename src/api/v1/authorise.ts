/**
 * Who calls `/v1`, and how often: a program by its key, or a person by their session. The key is
 * in the header `Authorization` and nowhere else; the account's IP list applies to every key here,
 * and wrong keys are counted together with those of the other interfaces.
 */
import type { Scope } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import {
  type Authenticate,
  type Caller,
  createPace,
  type Pace,
  type Paced,
  refusalOf,
} from '../authenticate.ts';
import { answerProblem } from './answer.ts';
import type { Sessions } from './sessions.ts';

/** By what callers are known. */
export type By = { readonly authenticate: Authenticate; readonly sessions: Sessions };

/**
 * Finds the caller by a request's bearer key, or by the session of a person; without a scope
 * nothing more is required of them.
 */
export async function identify(
  request: HttpRequest,
  { authenticate, sessions }: By,
  scope?: Scope,
): Promise<Caller> {
  if (sessions.isOf(request)) return sessions.callerOf(request, scope);
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(request.header('authorization')) ?? [];
  if (key === '') return { kind: 'refused', refusal: refuse('bearer_missing') };
  return authenticate.byKeyAndAddress(key, request, scope);
}

const WINDOW_MS = 60_000;

/** The rate limit of an account. */
export function createApiPace(clock: Clock): Pace {
  return createPace(clock, limit('apiRequestsPerMinute'), WINDOW_MS);
}

/** Counts a request; returns the refusal of one over the limit. */
export function notePace(pace: Pace, account: Paced): HttpAnswer | undefined {
  if (pace.note(account)) return undefined;
  const answer = answerProblem(refusalOf(pace));
  const headers = { ...answer.headers, 'Retry-After': String(pace.left(account).seconds) };
  return { ...answer, headers };
}

/** An answer that shows what is left (IETF draft "RateLimit header fields for HTTP"). */
export function showPace(pace: Pace, account: Paced, answer: HttpAnswer): HttpAnswer {
  const { requests, seconds } = pace.left(account);
  const headers = {
    ...answer.headers,
    'RateLimit-Policy': `"requests";q=${pace.most};w=${pace.windowMs / 1000}`,
    RateLimit: `"requests";r=${requests};t=${seconds}`,
  };
  return { ...answer, headers };
}
