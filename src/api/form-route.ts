/**
 * How requests reach an endpoint of the form interfaces: GET and POST alike, parameters from query
 * and body, and an answer in the interface's own form for everything that goes wrong (contract
 * section 1).
 */
import type { Scope } from '../domain/account/account.ts';
import { limit } from '../domain/limits.ts';
import type { HttpAnswer, HttpFault } from '@paigham/http/answer.ts';
import { decodeApart } from '@paigham/http/decode-apart.ts';
import { findFields } from '@paigham/http/find-fields.ts';
import { EMPTY_FORM } from '@paigham/http/form.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import { answerRefusal, type Format, type ResponseFormat } from './answer.ts';
import { type ActAs, type Authenticate, proven } from './authenticate.ts';
import {
  encodedBodyOf,
  FORM_BOUNDS,
  formatIn,
  type Parameters,
  readParameters,
} from './read-parameters.ts';
import { refuseHttpFault } from './refuse-http-fault.ts';

/** One path of the interface. */
export type Endpoint<Name extends string> = {
  readonly path: string;
  readonly scope: Scope;
  /** Every parameter it knows; others are ignored. */
  readonly parameters: ReadonlySet<Name>;
  /** How large a body may be; the general limit unless given. */
  readonly bodyBytes?: number;
  /**
   * For an endpoint that always answers in JSON, whatever `format` says: the form of its refusals.
   */
  readonly alwaysJson?: Pick<ResponseFormat, 'frame' | 'besides'>;
  readonly answer: (call: Call<Name>) => Promise<HttpAnswer>;
};

/** A well-formed request. */
type Call<Name extends string> = {
  readonly request: HttpRequest;
  readonly parameters: Parameters<Name>;
  readonly responseFormat: ResponseFormat;
};

export type ElementOf<Members> = Members extends ReadonlySet<infer Element> ? Element : never;

type AdmitDeps = {
  readonly authenticate: Pick<Authenticate, 'byKey' | 'byKeyAndAddress'>;
  /** Without a rate limit: the request is counted when it is done. */
  readonly identifyAs: ActAs;
};

const ADMITTED: HttpAnswer = { status: 204, body: '' };

/**
 * Whether a large request is worth decoding for this caller; returns the reason if not. Asked
 * twice: before the body is read, when the key may still be in there, and after. The key is found
 * by a text search and only proves that the caller may go on: the request is answered for the
 * account whose key is in the decoded parameters.
 */
function createAdmit(
  { parameters: known, scope }: Pick<Endpoint<string>, 'parameters' | 'scope'>,
  { authenticate, identifyAs }: AdmitDeps,
  voiceIn: (format: Format) => ResponseFormat,
) {
  const names = new Set(['api_key', 'format'].filter((name) => known.has(name)));
  return async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
    const mayFollow = request.body.length === 0;
    const found = mayFollow
      ? EMPTY_FORM
      : await findFields(encodedBodyOf(request), names, FORM_BOUNDS);
    const read = readParameters(request, names, found);
    const responseFormat = voiceIn(read.format);
    if (!read.ok) return answerRefusal(read.refusal, responseFormat);
    const key = read.parameters.get('api_key');
    if (mayFollow && key === '') return undefined;
    const by = scope === 'send' ? authenticate.byKeyAndAddress : authenticate.byKey;
    const identify = () => by(key, request, scope);
    const answer = await identifyAs(identify, responseFormat, async () => proven(ADMITTED));
    return answer === ADMITTED ? undefined : answer;
  };
}

export type FormRouteDeps = {
  /**
   * Whether every refusal by this server comes with HTTP 200; accounts have a switch of their own.
   */
  readonly always200: boolean;
  /** Logs an unexpected error, and returns the number under which it can be found. */
  readonly reportError: (error: unknown) => string;
  /** Called for every answer, for counting. */
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
};

export function routeTo<Name extends string>(
  endpoint: Endpoint<Name>,
  deps: FormRouteDeps & AdmitDeps,
): Route {
  const { path, bodyBytes = limit('freeBodyBytes') } = endpoint;
  const { always200, reportError, onAnswer } = deps;
  const admit = createAdmit(endpoint, deps, (format) => voiceOf(endpoint, format, always200));
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const isLarge = request.body.length > limit('freeBodyBytes');
    const refused = isLarge ? await admit(request) : undefined;
    if (refused !== undefined) return refused;
    const body = isLarge ? await decodeApart(encodedBodyOf(request), FORM_BOUNDS) : undefined;
    const read = readParameters(request, endpoint.parameters, body);
    const responseFormat = voiceOf(endpoint, read.format, always200);
    if (!read.ok) return answerRefusal(read.refusal, responseFormat);
    try {
      return await endpoint.answer({ request, parameters: read.parameters, responseFormat });
    } catch (error) {
      return answerRefusal(
        refuseHttpFault({ kind: 'unexpected', error }, reportError),
        responseFormat,
      );
    }
  };
  const counted = <Given extends HttpAnswer | undefined>(given: Given): Given => {
    if (given !== undefined) onAnswer?.(path, given);
    return given;
  };
  return {
    path,
    forgivesSlashes: true,
    methods: ['GET', 'POST'],
    bodyBytes,
    admit: async (request) => counted(await admit(request)),
    handle: async (request) => counted(await answer(request)),
  };
}

/** Answers a request that never reached its endpoint; undefined: the path belongs to none. */
export function answerFaultAt(
  endpoint: Pick<Endpoint<string>, 'alwaysJson'> | undefined,
  fault: HttpFault,
  { query, always200, reportError }: FormRouteDeps & { readonly query: string },
): HttpAnswer {
  const responseFormat = voiceOf(endpoint ?? {}, formatIn(query), always200);
  return answerRefusal(refuseHttpFault(fault, reportError), responseFormat);
}

function voiceOf(
  { alwaysJson }: Pick<Endpoint<string>, 'alwaysJson'>,
  format: Format,
  always200: boolean,
): ResponseFormat {
  return alwaysJson === undefined
    ? { format, frame: 'full', always200 }
    : { ...alwaysJson, format: 'json', always200 };
}
