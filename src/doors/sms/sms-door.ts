/**
 * The SMS interface: five endpoints over plain HTTP, GET and POST alike (seed section 4). Every
 * request that reaches this door, or was meant to, ends in answer.ts.
 *
 * Absent on purpose: CORS (keys belong on servers), redirects, helpful guesses at misspelt paths
 * and parameters.
 */
import type { Journey } from '../../journey/journey.ts';
import type { Clock } from '../../kit/clock.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import type { AnswerFault } from '../../kit/http/fault.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import type { Route } from '../../kit/http/server.ts';
import type { KnownAccounts } from '../../store/accounts/known-accounts.ts';
import type { OwnerLogins } from '../../store/users/owner-login.ts';
import { answerRefusal, type Voice } from './answer.ts';
import { createActAs, type IsCurrent } from './act-as.ts';
import type { Authenticate } from '../authenticate.ts';
import { createBalance } from './balance.ts';
import { createDelivery } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { createFetchAllFixedTemplates } from './fetch-all-fixed-templates.ts';
import { createIdentifyOwner } from './identify-owner.ts';
import { createPersonalised } from './personalised.ts';
import { formatIn, readParameters } from './read-parameters.ts';
import { refuseHttpFault } from '../refuse-http-fault.ts';
import { createSms } from './sms.ts';

export type SmsDoorDeps = {
  readonly journey: Journey;
  readonly accounts: Pick<KnownAccounts, 'byKey' | 'byId' | 'forget'>;
  readonly authenticate: Authenticate;
  readonly owners: OwnerLogins;
  readonly clock: Clock;
  /**
   * Whether every refusal of this server comes with HTTP 200; accounts have a switch of their own.
   */
  readonly always200: boolean;
  readonly isCurrent: IsCurrent;
  /**
   * Notes an error that nobody expected, and gives the number under which it can be found again.
   */
  readonly reportError: (error: unknown) => string;
  /** Told of every answer, for counting. */
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
};

export type SmsDoor = {
  readonly routes: readonly Route[];
  /** Answers what never reached a route, in the words of this interface. */
  readonly answerFault: AnswerFault;
};

export function createSmsDoor(deps: SmsDoorDeps): SmsDoor {
  const { always200, reportError } = deps;
  const identifyOwner = createIdentifyOwner(deps);
  const actAs = createActAs(deps);
  const parts = { journey: deps.journey, authenticate: deps.authenticate, identifyOwner, actAs };
  const templates = createFetchAllFixedTemplates(parts);
  return {
    routes: [
      routeTo(createSms(parts), deps),
      routeTo(createPersonalised(parts), deps),
      routeTo(createDelivery(parts), deps),
      routeTo(createBalance(parts), deps),
      routeTo(templates, deps),
    ],
    answerFault(fault, { path, query }) {
      const voice: Voice =
        path === templates.path
          ? { format: 'json', frame: 'results', always200 }
          : { format: formatIn(query), frame: 'full', always200 };
      return answerRefusal(refuseHttpFault(fault, reportError), voice);
    },
  };
}

function routeTo<Name extends string>(endpoint: Endpoint<Name>, deps: SmsDoorDeps): Route {
  const { path, alwaysJson = false } = endpoint;
  const { always200, reportError, onAnswer } = deps;
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const read = readParameters(request, endpoint.parameters);
    const voice: Voice = alwaysJson
      ? { format: 'json', frame: 'results', always200 }
      : { format: read.format, frame: 'full', always200 };
    if (!read.ok) return answerRefusal(read.refusal, voice);
    try {
      return await endpoint.answer({ request, parameters: read.parameters, voice });
    } catch (error) {
      return answerRefusal(refuseHttpFault({ kind: 'unexpected', error }, reportError), voice);
    }
  };
  return {
    path,
    methods: ['GET', 'POST'],
    async handle(request) {
      const given = await answer(request);
      onAnswer?.(path, given);
      return given;
    },
  };
}
