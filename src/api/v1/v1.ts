/**
 * The JSON API at `/v1`, which the portal, the console and integrators use (contract section 11),
 * with its description. The endpoints are listed in endpoints.ts; routing, keys, rate limits,
 * shapes and the description follow from them.
 *
 * Absent on purpose: CORS, because a key belongs on a server; keys in addresses; guessing.
 */
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { AnswerFault, HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import type { Authenticate } from '../authenticate.ts';
import type { DescribedPaths } from '../described.ts';
import { refuseHttpFault } from '../refuse-http-fault.ts';
import { answerDone, answerProblem } from './answer.ts';
import { identify, type By } from './find-caller.ts';
import { createCall, type CallDeps } from './call.ts';
import { done, type AnyEndpoint } from './endpoint.ts';
import { createEndpoints, type EndpointsDeps } from './endpoints.ts';
import { createFindEndpoint } from './find-endpoint.ts';
import { createLastingAnswers, type LastingDeps } from './streaming.ts';
import { describeInterfaces, reasonsOf, tagOf } from './openapi.ts';

export type V1Deps = EndpointsDeps & {
  readonly authenticate: Authenticate;
  readonly isCurrent: CallDeps['isCurrent'];
  /** Which of the accounts, known at these versions, have changed. */
  readonly changed: LastingDeps['changed'];
  /** Called for every answer, for counting; with the described path, never the requested one. */
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
  /** The paths of other interfaces, for the description. */
  readonly others: DescribedPaths;
};

export type V1 = {
  readonly routes: readonly Route[];
  /** Whether a path is answered in the form of `/v1`, errors included. */
  owns(path: string): boolean;
  readonly answerFault: AnswerFault;
  /** What each endpoint may refuse, for the pages about failures. */
  readonly refusing: readonly Refusing[];
};

type Refusing = {
  /** `GET /v1/batches`. */
  readonly call: string;
  /** Its `operationId` and tag in the description. */
  readonly name: string;
  readonly tag: string;
  readonly about: string;
  readonly reasons: readonly FailureReason[];
};

const DESCRIPTION = '/openapi.json';

/** Serves `endpoints`; by default all there are. */
export function createV1(
  deps: V1Deps,
  endpoints: readonly AnyEndpoint[] = createEndpoints(deps),
): V1 {
  // Made for the first who asks: it takes as long as all else that a start does here.
  let description: HttpAnswer | undefined;
  const describe = (): HttpAnswer =>
    (description ??= answerDone(done(describeInterfaces(endpoints, deps.others))));
  const { clock, changed, isCurrent, authenticate } = deps;
  const { sessions } = deps.people;
  const by = { authenticate, sessions };
  const lasting = createLastingAnswers({ clock, changed, lookAll: sessions.lookAll });
  const call = createCall({ ...by, clock, isCurrent, lasting });
  const answerFault: AnswerFault = (fault) =>
    answerProblem(refuseHttpFault(fault, deps.reportError));
  const findEndpoint = createFindEndpoint(endpoints);
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const found = findEndpoint(request);
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
    const found = findEndpoint(request);
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
        admit: (request) => admit(request, by),
      },
      readOnly(DESCRIPTION, describe),
    ],
    owns: (path) =>
      [DESCRIPTION, '/docs', '/v1', '/portal', '/console', '/join'].some(
        (it) => path === it || path.startsWith(`${it}/`),
      ),
    answerFault,
    refusing: endpoints.map((endpoint) => ({
      call: `${endpoint.method} ${endpoint.path}`,
      name: endpoint.name,
      tag: tagOf(endpoint.path),
      about: endpoint.about,
      reasons: reasonsOf(endpoint),
    })),
  };
}

/** A valid key is checked further when the request is answered. */
async function admit(request: HttpRequest, by: By): Promise<HttpAnswer | undefined> {
  const caller = await identify(request, by);
  if (caller.kind === 'known' || caller.account !== undefined) return undefined;
  return answerProblem(caller.refusal);
}

function readOnly(path: string, handle: (request: HttpRequest) => HttpAnswer): Route {
  return {
    path,
    methods: 'any',
    handle: (request) => (isRead(request.method) ? handle(request) : refuseMethod(['GET'])),
  };
}

/** HEAD is answered like GET, without the body. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function refuseMethod(methods: readonly string[]): HttpAnswer {
  const allowed = methods.join(', ');
  const answer = answerProblem(refuse('method_not_offered', { methods: allowed }));
  return { ...answer, headers: { ...answer.headers, Allow: allowed } };
}
