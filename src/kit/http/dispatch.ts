import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressList } from './address-list.ts';
import { headersOf, type HttpAnswer } from './answer.ts';
import type { AnswerFault } from './fault.ts';
import { NO_BODY, readBody, type BodyRead } from './read-body.ts';
import { NodeRequest, splitTarget, type HttpRequest } from './request.ts';

export type Route = {
  /** `/a/b`, or `/a/*` for everything below `/a/` that has no route of its own. */
  readonly path: string;
  /** `any`: the route itself says which it takes. */
  readonly methods: readonly Method[] | 'any';
  /** May reject: that is a fault of the kind `unexpected`. */
  readonly handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;
};

export type Method = 'GET' | 'POST';

export type DispatchSettings = {
  readonly routes: ReadonlyMap<string, Route>;
  readonly bodyBytes: number;
  /** Whose X-Forwarded-For is believed. */
  readonly proxies: AddressList;
  readonly answerFault: AnswerFault;
  /** Whether connections should not be used again. */
  readonly isClosing: () => boolean;
};

export type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const NOTHING_READ: BodyRead = { kind: 'read', body: NO_BODY };

/**
 * One way in for what the router found, did not find, or stumbled over: the path decides, so that
 * a malformed content type or an unusual method gets the same answers as any other.
 */
export function createDispatch(settings: DispatchSettings): Dispatch {
  const { routes, bodyBytes, proxies, answerFault, isClosing } = settings;

  const serve = async (raw: IncomingMessage): Promise<Served> => {
    const target = splitTarget(raw.url ?? '');
    const route = routes.get(target.path) ?? findBelow(routes, target.path);
    if (route === undefined) return goOn(answerFault({ kind: 'path_unknown' }, target));
    if (route.methods !== 'any' && !isOneOf(route.methods, raw.method)) {
      return goOn(allowing(route.methods, answerFault({ kind: 'method_not_allowed' }, target)));
    }
    try {
      const read = raw.method === 'GET' ? NOTHING_READ : await readBody(raw, bodyBytes);
      if (read.kind === 'cut') return { answer: answerFault(CUT, target), last: true };
      if (read.kind === 'too_large') {
        return { answer: answerFault({ kind: 'body_too_large' }, target), last: !read.drained };
      }
      return goOn(await route.handle(new NodeRequest(raw, target, read.body, proxies)));
    } catch (error) {
      return goOn(answerFault({ kind: 'unexpected', error }, target));
    }
  };

  return async (request, reply) => {
    reply.hijack();
    const { answer, last } = await serve(request.raw);
    write(reply.raw, answer, last || isClosing());
  };
}

const CUT = { kind: 'unreadable', why: 'its body ended too early' } as const;

/** `last`: the connection cannot go on after this answer. */
type Served = { readonly answer: HttpAnswer; readonly last: boolean };

function goOn(answer: HttpAnswer): Served {
  return { answer, last: false };
}

function isOneOf(methods: readonly string[], method: string | undefined): boolean {
  return method !== undefined && methods.includes(method);
}

/** The route of the longest folder that holds `path`. */
function findBelow(routes: ReadonlyMap<string, Route>, path: string): Route | undefined {
  let found: Route | undefined;
  for (const route of routes.values()) {
    const holds = route.path.endsWith('/*') && path.startsWith(route.path.slice(0, -1));
    if (holds && route.path.length > (found?.path.length ?? 0)) found = route;
  }
  return found;
}

function allowing(methods: readonly Method[], answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, Allow: methods.join(', ') } };
}

function write(response: ServerResponse, answer: HttpAnswer, last: boolean): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(answer.status, headersOf(answer, last));
  response.end(answer.octets ?? answer.body);
}
