import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressList } from './address-list.ts';
import type { Clock } from '../clock.ts';
import { isLoopback } from '../config-rules.ts';
import type { HttpAnswer } from './answer.ts';
import type { AnswerFault } from './fault.ts';
import { NO_BODY, readBody } from './read-body.ts';
import { isForwarded, NodeRequest, splitTarget, type HttpRequest, type Target } from './request.ts';
import { passOver, writeAnswer } from './write-answer.ts';

export type Route = {
  /** `/a/b`, or `/a/*` for everything below `/a/` that has no route of its own. */
  readonly path: string;
  /** `any`: the route itself says which it takes. */
  readonly methods: readonly Method[] | 'any';
  /** Whether it is answered past the proxies too: whoever watches over us comes directly. */
  readonly inTheClear?: boolean;
  /**
   * Whether the route takes the body of this request as it comes (`incoming`); else it is read
   * whole before the route is asked.
   */
  readonly takesStream?: (request: HttpRequest) => boolean;
  /** May reject: that is a fault of the kind `unexpected`. */
  readonly handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;
};

export type Method = 'GET' | 'POST';

export type DispatchSettings = {
  readonly routes: ReadonlyMap<string, Route>;
  readonly clock: Clock;
  readonly bodyBytes: number;
  /** How long a body may take that is read whole. */
  readonly bodyMs: number;
  /** Whose X-Forwarded-For is believed. */
  readonly proxies: AddressList;
  /** Whether only they and this machine are served. */
  readonly proxiesAlone: boolean;
  /** Told when a peer that is none of them passes on a request of somebody else. */
  readonly onForwarded: (peer: string) => void;
  readonly answerFault: AnswerFault;
  /** Whether connections should not be used again. */
  readonly isClosing: () => boolean;
};

export type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * One way in for what the router found, did not find, or stumbled over: the path decides, so that
 * a malformed content type or an unusual method gets the same answers as any other.
 */
export function createDispatch(settings: DispatchSettings): Dispatch {
  const { routes, clock, bodyBytes, bodyMs, proxies, answerFault, isClosing } = settings;
  const { proxiesAlone, onForwarded } = settings;
  const patience = { mostBytes: bodyBytes, mostMs: bodyMs, clock };

  const serve = async (raw: IncomingMessage, target: Target): Promise<HttpAnswer> => {
    const route = routes.get(target.path) ?? findBelow(routes, target.path);
    const peer = raw.socket.remoteAddress ?? '';
    if (proxiesAlone && route?.inTheClear !== true && !isLoopback(peer) && !proxies.includes(peer))
      return answerFault({ kind: 'request_unencrypted' }, target);
    if (route === undefined) return answerFault({ kind: 'path_unknown' }, target);
    if (route.methods !== 'any' && !isOneOf(route.methods, raw.method)) {
      return allowing(route.methods, answerFault({ kind: 'method_not_allowed' }, target));
    }
    try {
      const bare = new NodeRequest(raw, target, NO_BODY, proxies);
      if (isForwarded(bare) && !proxies.includes(peer)) onForwarded(peer);
      if (raw.method === 'GET') return await route.handle(bare);
      if (route.takesStream?.(bare) === true) return await route.handle(bare.streaming());
      const read = await readBody(raw, patience);
      if (read.kind === 'cut') return answerFault(CUT, target);
      if (read.kind === 'too_slow') return answerFault({ kind: 'too_slow' }, target);
      if (read.kind === 'too_large') return answerFault({ kind: 'body_too_large' }, target);
      return await route.handle(new NodeRequest(raw, target, read.body, proxies));
    } catch (error) {
      return answerFault({ kind: 'unexpected', error }, target);
    }
  };

  return async (request, reply) => {
    reply.hijack();
    const { raw } = request;
    const target = splitTarget(raw.url ?? '');
    const answer = await serve(raw, target);
    // What has not come by now is not waited for: the connection cannot go on after the answer.
    const last = !raw.complete || isClosing();
    const rest = passOver(raw, clock);
    await writeAnswer(reply.raw, answer, { clock, last, rest }).catch((error: unknown) => {
      answerFault({ kind: 'unexpected', error }, target);
    });
  };
}

const CUT = { kind: 'unreadable', why: 'its body ended too early' } as const;

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
