/**
 * Who calls `/v1`, and how often: a program by its key, or a person by their session. The key is
 * in the header `Authorization` and nowhere else; the account's IP list applies to every key here,
 * and wrong keys are counted together with those of the other interfaces.
 */
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import {
  type Authenticate,
  type Caller,
  createPace,
  type Pace,
  type Paced,
  refusalOf,
} from '../authenticate.ts';
import { answerProblem } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import type { Sessions } from './sessions.ts';

/** By what callers are known. */
export type By = { readonly authenticate: Authenticate; readonly sessions: Sessions };

/**
 * Finds the caller by a request's bearer key, or by the session of a person; without an
 * endpoint nothing more is required of them.
 */
export async function identify(
  request: HttpRequest,
  { authenticate, sessions }: By,
  needs?: Pick<Endpoint, 'scope' | 'forAgents'>,
): Promise<Caller> {
  if (sessions.isOf(request)) return sessions.callerOf(request, needs);
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(request.header('authorization')) ?? [];
  if (key === '') return { kind: 'refused', refusal: refuse('bearer_missing') };
  return authenticate.byKeyAndAddress(key, request, needs?.scope);
}

const WINDOW_MS = 60_000;

/** What is counted apart: requests of each kind, and the octets of all their bodies. */
type Bucket = 'sends' | 'reads' | 'changes' | 'octets';

/** The rate limits of an account. */
type ApiPaces = Readonly<Record<Bucket, Pace>>;

export function createApiPaces(clock: Clock): ApiPaces {
  const most = limit('apiRequestsPerMinute');
  return {
    sends: createPace(clock, limit('formSends'), limit('formPaceMs')),
    reads: createPace(clock, most, WINDOW_MS),
    changes: createPace(clock, most, WINDOW_MS),
    octets: createPace(clock, limit('apiOctets'), limit('formPaceMs')),
  };
}

/** Counts a request of so many octets; returns the refusal of one over a limit. */
export function notePace(
  paces: ApiPaces,
  account: Paced,
  { bucket, octets }: { readonly bucket: Exclude<Bucket, 'octets'>; readonly octets: number },
): HttpAnswer | undefined {
  const isOver = !paces[bucket].note(account);
  const over = isOver ? bucket : paces.octets.note(account, octets) ? undefined : 'octets';
  if (over === undefined) return undefined;
  const pace = paces[over];
  const { details } = refusalOf(pace);
  const of = over === 'octets' ? { requests: `${pace.most} octets of` } : {};
  const answer = answerProblem(refuse('rate_exceeded', { ...details, ...of }));
  const headers = { ...answer.headers, 'Retry-After': String(pace.left(account).seconds) };
  return showPace(paces, over, account, { ...answer, headers });
}

/** An answer that shows what is left (IETF draft "RateLimit header fields for HTTP"). */
export function showPace(
  paces: ApiPaces,
  bucket: Bucket,
  account: Paced,
  answer: HttpAnswer,
): HttpAnswer {
  const { most, windowMs, left } = paces[bucket];
  const { requests, seconds } = left(account);
  const headers = {
    ...answer.headers,
    'RateLimit-Policy': `"${bucket}";q=${most};w=${windowMs / 1000}`,
    RateLimit: `"${bucket}";r=${requests};t=${seconds}`,
  };
  return { ...answer, headers };
}
