/**
 * The JSON API at `/v1`, which the portal, the console and integrators use (contract section 11),
 * with its description. A new endpoint is a file that defines an `Endpoint`, listed in
 * `createEndpoints`; routing, keys, rate limits, shapes and the description follow from it.
 *
 * Absent on purpose: CORS, because a key belongs on a server; keys in addresses; guessing.
 */
import type { Account, Principal } from '../../domain/account/account.ts';
import { refuse, type FailureReason } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AnswerFault, HttpAnswer } from '../../kit/http/answer.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import type { Route } from '../../kit/http/server.ts';
import type { Journey, KeepUpload, BatchReports } from '../../journey/journey.ts';
import type { Replies } from '../../replies/replies.ts';
import type { Authenticate, Caller } from '../authenticate.ts';
import type { DescribedPaths } from '../described.ts';
import { createSemaphore, type Semaphore } from '../../kit/semaphore.ts';
import { retryWhileStale } from '../../kit/retry-while-stale.ts';
import { refuseHttpFault } from '../refuse-http-fault.ts';
import { answerDone, answerOutcome, answerProblem } from './answer.ts';
import { createApiPaces, identify, notePace, showPace, type By } from './authorise.ts';
import { createSenderEndpoints } from '../../features/senders/senders.http.ts';
import { createTemplateEndpoints } from '../../features/templates/templates.http.ts';
import { createPriceEndpoints } from '../../features/prices/prices.http.ts';
import { createWordingEndpoint } from '../../features/wordings/wordings.http.ts';
import { createListAudit } from '../../features/audit/audit.http.ts';
import {
  createContactEndpoints,
  createListContacts,
} from '../../features/contacts/contacts.http.ts';
import { createImportContacts } from '../../features/contacts/import.http.ts';
import { createSegmentEndpoints } from '../../features/contacts/segments.http.ts';
import { createExports } from '../../features/exports/exports.http.ts';
import { createAccountEndpoints } from '../../features/accounts/accounts.http.ts';
import { createInvitationEndpoints } from '../../features/invitations/invitations.http.ts';
import { createKeyEndpoints } from '../../features/keys/keys.http.ts';
import { createMoneyEndpoints } from '../../features/credit/credit.http.ts';
import { createListNotices } from '../../features/notices/notices.http.ts';
import {
  createListSuppressions,
  createSuppressionEndpoints,
} from '../../features/suppressions/suppressions.http.ts';
import { createUsage } from '../../features/usage/usage.http.ts';
import { createUserEndpoints } from '../../features/users/users.http.ts';
import { createVerificationEndpoints } from '../../features/verification/verification.http.ts';
import { createChatEndpoints } from './chat-endpoints.ts';
import type { ChatEndpointDeps } from '../../features/chat-numbers/deps.http.ts';
import { createListConversationMessages } from '../../features/conversations/messages.http.ts';
import { createConversationEndpoints } from '../../features/conversations/conversations.http.ts';
import { done, isForTests, type Endpoint, type Outcome } from './endpoint.ts';
import { createPersonEndpoints, type PeopleDeps } from './person-endpoints.ts';
import { createCallAsPerson } from './call-as-person.ts';
import { isForPeople, type AnyEndpoint } from './person-endpoint.ts';
import { createDeliveryEndpoints } from '../../features/webhooks/deliveries.http.ts';
import { createWebhookEndpoints } from '../../features/webhooks/webhooks.http.ts';
import { createListEvents, type EventEndpointDeps } from '../../features/events/events.http.ts';
import { describeInterfaces, reasonsOf, tagOf } from './openapi.ts';
import { createMakeBatch } from '../../features/batches/make-batch.http.ts';
import {
  createCancelMessage,
  createListMessages,
  createShowMessage,
} from '../../features/messages/messages.http.ts';
import { createTexts } from '../../features/messages/message-texts.http.ts';
import { createPreviewBatch } from '../../features/batches/preview-batch.http.ts';
import { createPreviewMessage } from '../../features/messages/preview-message.http.ts';
import type { ReceiveUpload } from './receive-upload.ts';
import { createListReplies, createShowReply } from '../../features/replies/replies.http.ts';
import { createListBatchRows } from '../../features/batches/batch-rows.http.ts';
import {
  createHoldBatches,
  createListBatches,
  createRescheduleBatch,
  createShowBatch,
} from '../../features/batches/batches.http.ts';
import { createSendMessages } from '../../features/messages/send-messages.http.ts';
import { createLookupEndpoints } from '../../features/lookups/lookups.http.ts';
import { createFindEndpoint } from './find-endpoint.ts';
import {
  createLastingAnswers,
  type Holder,
  type LastingAnswers,
  type LastingDeps,
} from './lasting.ts';

export type V1Deps = {
  readonly replies: Replies;
  readonly batches: BatchReports;
  readonly journey: Omit<Journey, 'report' | 'balance'> & { readonly keepUpload: KeepUpload };
  /** The same of what may lag, because all of it is read. */
  readonly exported: Pick<Journey, 'messages'> & { readonly batches: BatchReports };
  readonly receive: ReceiveUpload;
  readonly receiveDocument: ReceiveUpload;
  readonly chat: ChatEndpointDeps;
  readonly events: EventEndpointDeps;
  readonly authenticate: Authenticate;
  readonly people: PeopleDeps;
  readonly clock: Clock;
  /** Whether the store has the account at this snapshot's version; drops an old snapshot. */
  readonly isCurrent: (account: Account) => Promise<boolean>;
  /** Which of the accounts, known at these versions, have changed. */
  readonly changed: LastingDeps['changed'];
  /** Logs an unexpected error, and returns the number under which it can be found. */
  readonly reportError: (error: unknown) => string;
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

export type Refusing = {
  /** `GET /v1/batches`. */
  readonly call: string;
  /** Its `operationId` and tag in the description. */
  readonly name: string;
  readonly tag: string;
  readonly about: string;
  readonly reasons: readonly FailureReason[];
};

const DESCRIPTION = '/openapi.json';

function createEndpoints(deps: V1Deps): readonly AnyEndpoint[] {
  const { replies, batches, chat, clock, journey, events, exported } = deps;
  const texts = createTexts(chat);
  const listMessages = createListMessages(journey, batches, texts);
  const listReplies = createListReplies(replies);
  const suppressions = createListSuppressions(chat);
  const contacts = createListContacts(chat);
  const usage = createUsage(chat);
  const audit = createListAudit(chat);
  const { ledger, exportedLedger, others } = createMoneyEndpoints(chat);
  return [
    createListBatches(batches, clock),
    createShowBatch(batches, clock),
    createListBatchRows(batches),
    ...createHoldBatches(deps),
    createRescheduleBatch(deps),
    createMakeBatch(deps),
    createPreviewBatch(deps),
    listMessages,
    createShowMessage(journey, batches, texts),
    createCancelMessage(journey),
    createSendMessages(deps),
    createPreviewMessage(journey),
    ...createLookupEndpoints(journey),
    listReplies,
    createShowReply(replies),
    ...createConversationEndpoints({ ...chat, texts }),
    createListConversationMessages({ ...chat, journey, texts }),
    createListEvents(events),
    ...createAccountEndpoints(chat),
    ...createKeyEndpoints(chat),
    ...[ledger, ...others],
    ...createPriceEndpoints(journey),
    audit,
    createListNotices(chat, clock),
    ...createWebhookEndpoints(events),
    ...createDeliveryEndpoints(events),
    ...createTemplateEndpoints(chat),
    createWordingEndpoint(chat),
    ...createSenderEndpoints(chat),
    suppressions,
    ...createSuppressionEndpoints(chat),
    contacts,
    ...createContactEndpoints(chat),
    createImportContacts({ ...chat, journey, receive: deps.receive }),
    ...createSegmentEndpoints(chat),
    usage,
    ...createUserEndpoints(chat),
    ...createInvitationEndpoints(chat),
    ...createVerificationEndpoints({ ...chat, receive: deps.receiveDocument }),
    ...createExports({
      messages: createListMessages(exported, exported.batches, texts),
      ledger: exportedLedger,
      replies: listReplies,
      suppressions,
      contacts,
      usage,
      audit,
    }),
    ...createChatEndpoints(chat),
    ...createPersonEndpoints(deps.people),
  ];
}

/** Serves `endpoints`; by default all there are. */
export function createV1(
  deps: V1Deps,
  endpoints: readonly AnyEndpoint[] = createEndpoints(deps),
): V1 {
  // Made for the first who asks: it takes as long as all else that a start does here.
  let description: HttpAnswer | undefined;
  const describe = (): HttpAnswer =>
    (description ??= answerDone(done(describeInterfaces(endpoints, deps.others))));
  const { clock, changed, people } = deps;
  const { lookAll } = people.sessions;
  const lasting = createLastingAnswers({ clock, changed, lookAll });
  const call = createCall(deps, lasting);
  const callAsPerson = createCallAsPerson({ clock, people, lasting });
  const by = { authenticate: deps.authenticate, sessions: people.sessions };
  const answerFault: AnswerFault = (fault) =>
    answerProblem(refuseHttpFault(fault, deps.reportError));
  const callAny: Call<AnyEndpoint> = ({ endpoint, places }, request) =>
    isForPeople(endpoint)
      ? callAsPerson({ endpoint, places }, request)
      : call({ endpoint, places }, request);
  const findEndpoint = createFindEndpoint(endpoints);
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const found = findEndpoint(request);
    if (found.kind === 'unknown') return answerProblem(refuse('path_unknown'));
    const { path } = found;
    const given =
      found.kind === 'other_method'
        ? refuseMethod(found.methods)
        : await callAny(found, request).catch((error: unknown) =>
            answerFault({ kind: 'unexpected', error }, request),
          );
    deps.onAnswer?.(path, given);
    return given;
  };
  const takesStream = (request: HttpRequest): boolean => {
    const found = findEndpoint(request);
    if (found.kind !== 'found' || isForPeople(found.endpoint)) return false;
    return found.endpoint.takesStream(request);
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
      [DESCRIPTION, '/docs', '/v1', '/portal', '/console'].some(
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

/** Refuses the method for a path that only takes `methods`. */
export function refuseMethod(methods: readonly string[]): HttpAnswer {
  const allowed = methods.join(', ');
  const answer = answerProblem(refuse('method_not_offered', { methods: allowed }));
  return { ...answer, headers: { ...answer.headers, Allow: allowed } };
}

type Known = Caller & { readonly kind: 'known' };

type Call<Of extends AnyEndpoint> = (
  found: { readonly endpoint: Of; readonly places: Readonly<Record<string, string>> },
  request: HttpRequest,
) => Promise<HttpAnswer>;

/**
 * Calls an endpoint as the key's account. If the account has changed since its snapshot was taken,
 * everything is done again, including authentication: a revoked key does nothing. Reads are checked
 * afterwards, so that what they return was true under the snapshot; changes are checked first, once
 * all of the request has arrived, because they are made only once. Sends are checked by their
 * commit, so that those that come together reach it together.
 */
function createCall(deps: V1Deps, lasting: LastingAnswers): Call<Endpoint> {
  const { clock, isCurrent, authenticate, people } = deps;
  const by = { authenticate, sessions: people.sessions };
  const paces = createApiPaces(clock);
  const large = createLargeBodies(clock);
  return async ({ endpoint, places }, request) => {
    const reads = endpoint.method === 'GET';
    const { bucket = reads ? 'reads' : 'changes', comparesVersion = false } = endpoint;
    const octets = request.body.length;
    const isLarge = octets > limit('freeBodyBytes');
    let entered: AccountId | undefined;
    let reading: ReturnType<Endpoint['read']> | undefined;
    const holderOf = ({ account, principal, session }: Known): Holder => {
      const tokenHash = session && people.sessions.tokenOf(request);
      if (session !== undefined && tokenHash !== undefined)
        return { kind: 'session', tokenHash, session };
      const again = async (): Promise<Account | undefined> => {
        const now = await retryWhileStale(limit('accountReloads'), async () => {
          const caller = await identify(request, by, endpoint.scope);
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
        const caller = await identify(request, by, endpoint.scope);
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
