/**
 * How an endpoint of the form interfaces is reached: GET and POST alike, parameters from query and
 * body, and an answer in its own words for everything that goes wrong (contract section 1).
 */
import { limit } from '../domain/limits.ts';
import type { HttpAnswer } from '../kit/http/answer.ts';
import { decodeApart } from '../kit/http/decode-apart.ts';
import type { HttpFault } from '../kit/http/fault.ts';
import type { HttpRequest } from '../kit/http/request.ts';
import type { Route } from '../kit/http/server.ts';
import { createAdmit, type AdmitDeps } from './admit.ts';
import { answerRefusal, type Format, type Voice } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { encodedBodyOf, FORM_BOUNDS, formatIn, readParameters } from './read-parameters.ts';
import { refuseHttpFault } from './refuse-http-fault.ts';

export type FormRouteDeps = {
  /**
   * Whether every refusal of this server comes with HTTP 200; accounts have a switch of their own.
   */
  readonly always200: boolean;
  /**
   * Notes an error that nobody expected, and gives the number under which it can be found again.
   */
  readonly reportError: (error: unknown) => string;
  /** Called with every answer, for counting. */
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
};

export type GuardedRouteDeps = FormRouteDeps & AdmitDeps;

/** The route of an endpoint. */
export function routeTo<Name extends string>(
  endpoint: Endpoint<Name>,
  deps: GuardedRouteDeps,
): Route {
  const { path, bodyBytes = limit('freeBodyBytes') } = endpoint;
  const { always200, reportError, onAnswer } = deps;
  const admit = createAdmit(endpoint.parameters, deps, (format) =>
    voiceOf(endpoint, format, always200),
  );
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const isLarge = request.body.length > limit('freeBodyBytes');
    const refused = isLarge ? await admit(request) : undefined;
    if (refused !== undefined) return refused;
    const body = isLarge ? await decodeApart(encodedBodyOf(request), FORM_BOUNDS) : undefined;
    const read = readParameters(request, endpoint.parameters, body);
    const voice = voiceOf(endpoint, read.format, always200);
    if (!read.ok) return answerRefusal(read.refusal, voice);
    try {
      return await endpoint.answer({ request, parameters: read.parameters, voice });
    } catch (error) {
      return answerRefusal(refuseHttpFault({ kind: 'unexpected', error }, reportError), voice);
    }
  };
  const counted = <Given extends HttpAnswer | undefined>(given: Given): Given => {
    if (given !== undefined) onAnswer?.(path, given);
    return given;
  };
  return {
    path,
    methods: ['GET', 'POST'],
    bodyBytes,
    admit: async (request) => counted(await admit(request)),
    handle: async (request) => counted(await answer(request)),
  };
}

/** Answers a request that never came to its endpoint; undefined: a path of none. */
export function answerFaultAt(
  endpoint: Pick<Endpoint<string>, 'alwaysJson'> | undefined,
  fault: HttpFault,
  { query, always200, reportError }: FormRouteDeps & { readonly query: string },
): HttpAnswer {
  const voice = voiceOf(endpoint ?? {}, formatIn(query), always200);
  return answerRefusal(refuseHttpFault(fault, reportError), voice);
}

function voiceOf(
  { alwaysJson }: Pick<Endpoint<string>, 'alwaysJson'>,
  format: Format,
  always200: boolean,
): Voice {
  return alwaysJson === undefined
    ? { format, frame: 'full', always200 }
    : { ...alwaysJson, format: 'json', always200 };
}
