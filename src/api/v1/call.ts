/** Calls the endpoints of `/v1`: finds out who calls, and how often; reads, answers. */
import type { Account, Principal } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import { retryWhileStale } from '../../kit/retry-while-stale.ts';
import { createSemaphore, type Semaphore } from '../../kit/semaphore.ts';
import { createThrottle, type Throttle } from '../../kit/throttle.ts';
import type { Caller } from '../authenticate.ts';
import { answerOutcome, answerProblem } from './answer.ts';
import { createApiPaces, identify, notePace, showPace, type By } from './find-caller.ts';
import {
  isForPeople,
  isForTests,
  type AnyEndpoint,
  type DoneInPieces,
  type Endpoint,
  type Outcome,
  type PersonEndpoint,
} from './endpoint.ts';
import type { Holder, LastingAnswers } from './streaming.ts';
import type { SignedIn } from './sessions.ts';

export type CallDeps = By & {
  readonly clock: Clock;
  /** Whether the store has the account at this snapshot's version; drops an old snapshot. */
  readonly isCurrent: (account: Account) => Promise<boolean>;
  readonly lasting: LastingAnswers;
};

type Found<Of extends AnyEndpoint> = {
  readonly endpoint: Of;
  readonly places: Readonly<Record<string, string>>;
};

type Call = (found: Found<AnyEndpoint>, request: HttpRequest) => Promise<HttpAnswer>;

export function createCall(deps: CallDeps): Call {
  const callForAccount = createCallForAccount(deps);
  const callForPerson = createCallForPerson(deps);
  return ({ endpoint, places }, request) =>
    isForPeople(endpoint)
      ? callForPerson({ endpoint, places }, request)
      : callForAccount({ endpoint, places }, request);
}

type Known = Caller & { readonly kind: 'known' };

/**
 * Calls an endpoint as the key's account. If the account has changed since its snapshot was taken,
 * everything is done again, including authentication: a revoked key does nothing. Reads are checked
 * afterwards, so that what they return was true under the snapshot; changes are checked first, once
 * all of the request has arrived, because they are made only once. Sends are checked by their
 * commit, so that those that come together reach it together.
 */
function createCallForAccount(deps: CallDeps) {
  const { clock, isCurrent, sessions, lasting } = deps;
  const paces = createApiPaces(clock);
  const large = createLargeBodies(clock);
  return async ({ endpoint, places }: Found<Endpoint>, request: HttpRequest) => {
    const reads = endpoint.method === 'GET';
    const { bucket = reads ? 'reads' : 'changes', comparesVersion = false } = endpoint;
    const octets = request.body.length;
    const isLarge = octets > limit('freeBodyBytes');
    let entered: AccountId | undefined;
    let reading: ReturnType<Endpoint['read']> | undefined;
    const holderOf = ({ account, principal, session }: Known): Holder => {
      const tokenHash = session && sessions.tokenOf(request);
      if (session !== undefined && tokenHash !== undefined)
        return { kind: 'session', tokenHash, session };
      const again = async (): Promise<Account | undefined> => {
        const now = await retryWhileStale(limit('accountReloads'), async () => {
          const caller = await identify(request, deps, endpoint);
          const isTrue = caller.account === undefined || (await isCurrent(caller.account));
          return isTrue ? caller : 'stale';
        });
        return now?.kind === 'known' && isAlike(now.principal, principal) ? now.account : undefined;
      };
      return { kind: 'key', account, principal, again };
    };
    const actAs = async (known: Known): Promise<HttpAnswer | 'stale'> => {
      const { account, principal } = known;
      if (account.isTest && !isForTests(endpoint)) {
        return answerProblem(refuse('key_tests_only'));
      }
      if (!reads && !comparesVersion && !(await isCurrent(account))) return 'stale';
      reading ??= endpoint.read(request, account);
      const read = await reading;
      // A file takes minutes to arrive.
      if (endpoint.takesStream(request) && !(await isCurrent(account))) return 'stale';
      const outcome =
        read.kind === 'read' ? await endpoint.answer({ account, principal, places, read }) : read;
      // Also called for its side effect: it drops an old snapshot.
      const asks = outcome.kind === 'stale' || reads || (comparesVersion && isRefused(outcome));
      const current = asks ? await isCurrent(account) : true;
      if (outcome.kind === 'stale' || !current) return 'stale';
      return answerOutcome(outcome, (it) => lasting.begin(it, account.id, holderOf(known)));
    };
    try {
      const given = await retryWhileStale(limit('accountReloads'), async (tries) => {
        const caller = await identify(request, deps, endpoint);
        if (caller.kind === 'refused') {
          const answer = answerProblem(caller.refusal);
          const isTrue = caller.account === undefined || (await isCurrent(caller.account));
          return isTrue ? answer : 'stale';
        }
        const { account } = caller;
        const tooMany = tries === 0 ? notePace(paces, account, { bucket, octets }) : undefined;
        if (tooMany !== undefined) return tooMany;
        if (isLarge && entered === undefined) {
          if (!(await large.enter(account.id))) return answerProblem(refuse('server_busy'));
          entered = account.id;
        }
        const answer = await actAs(caller);
        return answer === 'stale' ? answer : showPace(paces, bucket, account, answer);
      });
      return given ?? answerProblem(refuse('store_unavailable'));
    } finally {
      if (entered !== undefined) large.leave(entered);
      const read = await reading?.catch(() => undefined);
      if (read?.kind === 'read') await read.release();
    }
  };
}

/** Whether nothing was done: what may have been is never repeated. */
function isRefused(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.refusal.reason !== 'outcome_unknown';
}

/** Large bodies become many times their size in memory: few are worked on at once. */
function createLargeBodies(clock: Clock): Semaphore {
  return createSemaphore({
    clock,
    most: limit('apiLargeAtOnce'),
    waiting: limit('apiLargeWaiting'),
    waitMs: limit('apiLargeWaitMs'),
    ofOne: { most: limit('apiLargeOfAccount'), waiting: limit('apiLargeWaitingOfAccount') },
  });
}

/** Whether a key is still what it was. */
function isAlike(now: Principal, before: Principal): boolean {
  return now.actor === before.actor && String(now.scopes) === String(before.scopes);
}

const WINDOW_MS = 60_000;

/**
 * Those who are not signed in are counted by their address, because their requests cost passwords,
 * mails and texts; the others by person.
 */
function createCallForPerson({ clock, sessions, lasting }: CallDeps) {
  const paced = (most: number): Throttle =>
    createThrottle({ clock, most, windowMs: WINDOW_MS, keys: limit('pacedAccounts') });
  const strangers = paced(limit('signInsPerMinute'));
  const persons = paced(limit('apiRequestsPerMinute'));
  const waitOf = (throttle: Throttle, key: string): number | undefined => {
    throttle.note(key);
    return throttle.isOver(key) ? Math.ceil(throttle.left(key).windowMs / 1_000) : undefined;
  };
  /** For how many seconds it is too often; undefined: it is not. */
  const paceOf = (person: SignedIn | undefined, request: HttpRequest): number | undefined => {
    return person === undefined
      ? waitOf(strangers, neighbourhoodOf(request.callerAddress()))
      : waitOf(persons, String(person.userId));
  };
  return async (
    { endpoint, places }: Found<PersonEndpoint>,
    request: HttpRequest,
  ): Promise<HttpAnswer> => {
    const found = await sessions.personOf(request, endpoint);
    if (typeof found === 'string') return answerProblem(refuse(found));
    const { person } = found;
    const waitSeconds = paceOf(person, request);
    if (waitSeconds !== undefined) {
      const most = person === undefined ? limit('signInsPerMinute') : limit('apiRequestsPerMinute');
      const details = { requests: String(most), seconds: String(WINDOW_MS / 1_000) };
      return answerProblem(refuse('rate_exceeded', details), [], waitSeconds);
    }
    const read = await endpoint.read(request);
    const begin = (it: DoneInPieces): HttpAnswer => {
      const tokenHash = sessions.tokenOf(request);
      if (person === undefined || tokenHash === undefined)
        throw new Error(`${endpoint.name} lasts, and is for people who are signed in`);
      return lasting.begin(it, person.userId, { kind: 'session', tokenHash, session: person });
    };
    if (read.kind === 'refused') return answerOutcome(read, begin);
    const outcome = await (endpoint as Endpoint<'anyone'>).answer({
      person,
      places,
      read,
      request,
      from: request.callerAddress(),
      userAgent: request.header('user-agent'),
    });
    if (outcome.kind === 'stale') throw new Error(`${endpoint.name} has no snapshot to renew`);
    return answerOutcome(outcome, begin);
  };
}
