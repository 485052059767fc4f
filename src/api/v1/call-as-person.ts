/** Calls endpoints of people: finds out who is signed in, and gives the session its cookie. */
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { neighbourhoodOf } from '../../kit/http/address-list.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import { createThrottle, type Throttle } from '../../kit/throttle.ts';
import { answerOutcome, answerProblem } from './answer.ts';
import type { DoneInPieces } from './endpoint.ts';
import type { LastingAnswers } from './lasting.ts';
import type { PeopleDeps } from './person-endpoints.ts';
import type { PersonEndpoint, SignedIn } from './person-endpoint.ts';

const WINDOW_MS = 60_000;

/**
 * Those who are not signed in are counted by their address, because their requests cost passwords,
 * mails and texts; the others by person.
 */
export function createCallAsPerson({
  clock,
  people,
  lasting,
}: {
  readonly clock: Clock;
  readonly people: PeopleDeps;
  readonly lasting: LastingAnswers;
}) {
  const paced = (most: number): Throttle =>
    createThrottle({ clock, most, windowMs: WINDOW_MS, keys: limit('pacedAccounts') });
  const strangers = paced(limit('signInsPerMinute'));
  const persons = paced(limit('apiRequestsPerMinute'));
  const isOver = (throttle: Throttle, key: string): boolean => {
    throttle.note(key);
    return throttle.isOver(key);
  };
  const isTooOften = (person: SignedIn | undefined, request: HttpRequest): boolean => {
    return person === undefined
      ? isOver(strangers, neighbourhoodOf(request.callerAddress()))
      : isOver(persons, String(person.userId));
  };
  return async (
    {
      endpoint,
      places,
    }: { readonly endpoint: PersonEndpoint; readonly places: Readonly<Record<string, string>> },
    request: HttpRequest,
  ): Promise<HttpAnswer> => {
    const { who, beforeSecondFactor } = endpoint;
    const found = await people.sessions.personOf(request, who, beforeSecondFactor);
    if (typeof found === 'string') return answerProblem(refuse(found));
    const { person } = found;
    if (isTooOften(person, request)) {
      const most = person === undefined ? limit('signInsPerMinute') : limit('apiRequestsPerMinute');
      const details = { requests: String(most), seconds: String(WINDOW_MS / 1_000) };
      return answerProblem(refuse('rate_exceeded', details), [], WINDOW_MS / 1_000);
    }
    const read = await endpoint.read(request);
    const begin = (it: DoneInPieces): HttpAnswer => {
      const tokenHash = people.sessions.tokenOf(request);
      if (person === undefined || tokenHash === undefined)
        throw new Error(`${endpoint.name} lasts, and is for people who are signed in`);
      return lasting.begin(it, person.userId, { kind: 'session', tokenHash, session: person });
    };
    if (read.kind === 'refused') return answerOutcome(read, begin);
    const caller = { from: request.callerAddress(), userAgent: request.header('user-agent') };
    const outcome = await endpoint.answer({ person, places, read, request, ...caller });
    if (outcome.kind === 'stale') throw new Error(`${endpoint.name} has no snapshot to renew`);
    const answer = answerOutcome(outcome, begin);
    if (outcome.cookie === undefined) return answer;
    return { ...answer, headers: { ...answer.headers, 'Set-Cookie': outcome.cookie } };
  };
}
