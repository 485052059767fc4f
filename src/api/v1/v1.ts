/**
 * The JSON API at `/v1`, on which portal, console and integrators stand (contract section 11), with
 * its description and the pages of its failures. A new endpoint is a file that gives an `Endpoint`,
 * named in `createEndpoints`; routing, keys, pace, shapes and the description follow from it.
 *
 * Absent on purpose: CORS, because a key belongs on a server; keys in addresses; guesses.
 */
import type { Account } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import type { AnswerFault } from '../../kit/http/fault.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import type { Route } from '../../kit/http/server.ts';
import type { Journey, KeepUpload, BatchReports } from '../../journey/journey.ts';
import type { Replies } from '../../replies/replies.ts';
import type { Authenticate } from '../authenticate.ts';
import type { DescribedPaths } from '../described.ts';
import { untilFresh } from '../../kit/until-fresh.ts';
import { refuseHttpFault } from '../refuse-http-fault.ts';
import { answerDone, answerFile, answerInPieces, answerProblem, ERROR_PAGES } from './answer.ts';
import { createApiPace, identify, notePace, showPace } from './authorise.ts';
import { createChatEndpoints } from './chat/endpoints.ts';
import type { ChatEndpointDeps } from './chat/parts.ts';
import { done, type Endpoint, type Outcome } from './endpoint.ts';
import { listErrors, showError } from './error-pages.ts';
import { describeInterfaces } from './openapi.ts';
import { createMakeBatch } from './make-batch.ts';
import { createShowMessage } from './messages.ts';
import type { ReceiveUpload } from './receive-upload.ts';
import { createListReplies, createShowReply } from './replies.ts';
import { createListBatchRows } from './batch-rows.ts';
import { createListBatches, createShowBatch } from './batches.ts';
import { findEndpoint, type Found } from './find-endpoint.ts';

export type V1Deps = {
  readonly replies: Replies;
  readonly batches: BatchReports;
  readonly journey: Pick<Journey, 'takeInFile' | 'message'> & { readonly keepUpload: KeepUpload };
  readonly receive: ReceiveUpload;
  readonly chat: ChatEndpointDeps;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  /** Whether the store holds the account at this snapshot's version; forgets an old snapshot. */
  readonly isCurrent: (account: Account) => Promise<boolean>;
  /** Notes an error that nobody expected, and gives the number under which it can be found. */
  readonly reportError: (error: unknown) => string;
  /** Told of every answer, for counting; the path as it is described, never as it was asked. */
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
  /** What other interfaces offer, for the description. */
  readonly others: DescribedPaths;
};

export type V1 = {
  readonly routes: readonly Route[];
  /** Whether a path is answered in the words of this door, fault or not. */
  owns(path: string): boolean;
  readonly answerFault: AnswerFault;
};

const DESCRIPTION = '/openapi.json';

function createEndpoints(deps: V1Deps): readonly Endpoint[] {
  const { replies, batches, chat, clock, journey } = deps;
  return [
    createListBatches(batches, clock),
    createShowBatch(batches, clock),
    createListBatchRows(batches),
    createMakeBatch(deps),
    createShowMessage(journey, batches),
    createListReplies(replies),
    createShowReply(replies),
    ...createChatEndpoints(chat),
  ];
}

/** Opens the door on `endpoints`, which are all that it has unless said. */
export function createV1(deps: V1Deps, endpoints: readonly Endpoint[] = createEndpoints(deps)): V1 {
  const description = answerDone(done(describeInterfaces(endpoints, deps.others)));
  const call = createCall(deps);
  const answerFault: AnswerFault = (fault) =>
    answerProblem(refuseHttpFault(fault, deps.reportError));
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const found = findEndpoint(endpoints, request);
    if (found.kind === 'unknown') return answerProblem(refuse('path_unknown'));
    const { path } = found;
    const given =
      found.kind === 'other_method'
        ? refuseMethod(found.methods)
        : await call(found, request).catch((error: unknown) =>
            answerFault({ kind: 'unexpected', error }, request),
          );
    deps.onAnswer?.(path, given);
    return given;
  };
  const takesStream = (request: HttpRequest): boolean => {
    const found = findEndpoint(endpoints, request);
    return found.kind === 'found' && found.endpoint.takesStream(request);
  };
  return {
    routes: [
      {
        path: '/v1/*',
        methods: 'any',
        bodyBytes: limit('apiBodyBytes'),
        handle: answer,
        takesStream,
        admit: (request) => admit(request, deps.authenticate),
      },
      readOnly(DESCRIPTION, () => description),
      readOnly(ERROR_PAGES, listErrors),
      readOnly(`${ERROR_PAGES}/*`, ({ path }) => {
        const reason = path.slice(ERROR_PAGES.length + 1);
        return showError(reason) ?? answerProblem(refuse('path_unknown'));
      }),
    ],
    owns: (path) =>
      [DESCRIPTION, ERROR_PAGES, '/v1'].some((it) => path === it || path.startsWith(`${it}/`)),
    answerFault,
  };
}

/** A key that is right is held against the rest when the request is answered. */
async function admit(
  request: HttpRequest,
  authenticate: Authenticate,
): Promise<HttpAnswer | undefined> {
  const caller = await identify(request, authenticate);
  if (caller.kind === 'known' || caller.account !== undefined) return undefined;
  return answerProblem(caller.refusal);
}

function readOnly(path: string, handle: (request: HttpRequest) => HttpAnswer): Route {
  return {
    path,
    methods: 'any',
    handle: (request) => (request.method === 'GET' ? handle(request) : refuseMethod(['GET'])),
  };
}

function refuseMethod(methods: readonly string[]): HttpAnswer {
  const allowed = methods.join(', ');
  const answer = answerProblem(refuse('method_not_offered', { methods: allowed }));
  return { ...answer, headers: { ...answer.headers, Allow: allowed } };
}

type Call = (
  found: Extract<Found, { readonly kind: 'found' }>,
  request: HttpRequest,
) => Promise<HttpAnswer>;

/**
 * Calls an endpoint as the account of the key. When the account has changed since its snapshot was
 * taken, everything is done again, authentication included: a revoked key does nothing.
 * What only reads is checked after it has read, so that what it tells was true under the snapshot;
 * what changes something is checked before, because it is done once: when all of it has come.
 */
function createCall({ authenticate, clock, isCurrent }: V1Deps): Call {
  const pace = createApiPace(clock);
  return async ({ endpoint, places }, request) => {
    const reads = endpoint.method === 'GET';
    let reading: ReturnType<Endpoint['read']> | undefined;
    const actAs = async (account: Account): Promise<HttpAnswer | 'stale'> => {
      if (!reads && !(await isCurrent(account))) return 'stale';
      reading ??= endpoint.read(request, account);
      const read = await reading;
      // A file takes minutes to come.
      if (endpoint.takesStream(request) && !(await isCurrent(account))) return 'stale';
      const outcome =
        read.kind === 'read' ? await endpoint.answer({ account, places, read }) : read;
      // Asked for what it forgets as well: a snapshot that is old.
      const current = reads || outcome.kind === 'stale' ? await isCurrent(account) : true;
      return outcome.kind === 'stale' || !current ? 'stale' : answerOutcome(outcome);
    };
    try {
      const given = await untilFresh(limit('accountReloads'), async (tries) => {
        const caller = await identify(request, authenticate);
        if (caller.kind === 'refused') {
          const answer = answerProblem(caller.refusal);
          const isTrue = caller.account === undefined || (await isCurrent(caller.account));
          return isTrue ? answer : 'stale';
        }
        const { account } = caller;
        const tooMany = tries === 0 ? notePace(pace, account.id) : undefined;
        if (tooMany !== undefined) return showPace(pace, account.id, tooMany);
        const answer = await actAs(account);
        return answer === 'stale' ? answer : showPace(pace, account.id, answer);
      });
      return given ?? answerProblem(refuse('store_unavailable'));
    } finally {
      const read = await reading?.catch(() => undefined);
      if (read?.kind === 'read') await read.release();
    }
  };
}

function answerOutcome(outcome: Exclude<Outcome, { readonly kind: 'stale' }>): HttpAnswer {
  switch (outcome.kind) {
    case 'done':
      return answerDone(outcome);
    case 'pieces':
      return answerInPieces(outcome);
    case 'file':
      return answerFile(outcome);
    case 'refused':
      return answerProblem(outcome.refusal, outcome.faults, outcome.retryAfterSeconds);
  }
}
