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
import { createThrottle } from '../../kit/throttle.ts';
import type { Authenticate, Caller } from '../authenticate.ts';
import { answerProblem } from './answer.ts';

/** Finds the caller by the bearer key of a request. */
export async function identify(request: HttpRequest, by: Authenticate): Promise<Caller> {
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(request.header('authorization')) ?? [];
  if (key === '') return { kind: 'refused', refusal: refuse('bearer_missing') };
  return by.byKeyAndAddress(key, request);
}

const WINDOW_MS = 60_000;

/** Counts the requests of each account on this node. */
export type Pace = {
  /** Notes a request; undefined when it is one of those that are taken. */
  note(accountId: number): HttpAnswer | undefined;
  /** An answer with what is left (IETF draft "RateLimit header fields for HTTP"). */
  show(accountId: number, answer: HttpAnswer): HttpAnswer;
};

export function createPace(clock: Clock): Pace {
  const most = limit('apiRequestsPerMinute');
  const keys = limit('apiPacedAccounts');
  const throttle = createThrottle({ clock, most, windowMs: WINDOW_MS, keys });
  const secondsLeft = (key: string): number => Math.ceil(throttle.left(key).windowMs / 1000);
  return {
    note(accountId) {
      const key = String(accountId);
      throttle.note(key);
      if (!throttle.isOver(key)) return undefined;
      const answer = answerProblem(refuse('rate_exceeded', { requests: String(most) }));
      const headers = { ...answer.headers, 'Retry-After': String(secondsLeft(key)) };
      return { ...answer, headers };
    },
    show(accountId, answer) {
      const key = String(accountId);
      const headers = {
        ...answer.headers,
        'RateLimit-Policy': `"requests";q=${most};w=${WINDOW_MS / 1000}`,
        RateLimit: `"requests";r=${throttle.left(key).events};t=${secondsLeft(key)}`,
      };
      return { ...answer, headers };
    },
  };
}
