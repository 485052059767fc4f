/**
 * Who calls `/v1`, and how often. The key stands in the header `Authorization` and nowhere else;
 * the account's IP list holds for everything here, and wrong keys are counted together with those
 * of the other interfaces.
 */
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import type { Authenticate, Caller } from '../authenticate.ts';
import { createPace, refusalOf, type Pace } from '../pace.ts';
import { answerProblem } from './answer.ts';

/** Finds the caller by the bearer key of a request. */
export async function identify(request: HttpRequest, by: Authenticate): Promise<Caller> {
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(request.header('authorization')) ?? [];
  if (key === '') return { kind: 'refused', refusal: refuse('bearer_missing') };
  return by.byKeyAndAddress(key, request);
}

const WINDOW_MS = 60_000;

/** How often an account may ask. */
export function createApiPace(clock: Clock): Pace {
  return createPace(clock, limit('apiRequestsPerMinute'), WINDOW_MS);
}

/** Notes a request; the refusal of one that is one too many. */
export function notePace(pace: Pace, accountId: number): HttpAnswer | undefined {
  if (pace.note(accountId)) return undefined;
  const answer = answerProblem(refusalOf(pace));
  const headers = { ...answer.headers, 'Retry-After': String(pace.left(accountId).seconds) };
  return { ...answer, headers };
}

/** An answer with what is left (IETF draft "RateLimit header fields for HTTP"). */
export function showPace(pace: Pace, accountId: number, answer: HttpAnswer): HttpAnswer {
  const { requests, seconds } = pace.left(accountId);
  const headers = {
    ...answer.headers,
    'RateLimit-Policy': `"requests";q=${pace.most};w=${pace.windowMs / 1000}`,
    RateLimit: `"requests";r=${requests};t=${seconds}`,
  };
  return { ...answer, headers };
}
