import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { isLoopback } from '../config-rules.ts';
import { neighbourhoodOf, type AddressList } from './address-list.ts';
import type { HttpAnswer } from './answer.ts';
import { createBodyBudget } from './body-budget.ts';
import type { AnswerFault, HttpFault } from './fault.ts';
import { createEndings, createPipelines } from './connection-limits.ts';
import { announcedBytes, NO_BODY, readBody } from './read-body.ts';
import { isForwarded, NodeRequest, splitTarget, type HttpRequest, type Target } from './request.ts';
import { passOver, writeAnswer } from './write-answer.ts';

export type Route = {
  /** `/a/b`, or `/a/*` for everything below `/a/` that has no route of its own. */
  readonly path: string;
  /** `any`: the route itself says which it takes. */
  readonly methods: readonly Method[] | 'any';
  /** Whether it is served to those who come past the proxies too, as monitoring does. */
  readonly inTheClear?: boolean;
  /** Whether the route streams the body of this request (`incoming`); else it is read whole. */
  readonly takesStream?: (request: HttpRequest) => boolean;
  /** Bound of a body that is read whole; by default what anybody may send. */
  readonly bodyBytes?: number;
  /**
   * Called before reading a body that is larger than anybody may send, or does not say how large it
   * is. An answer refuses it unread.
   */
  readonly admit?: (request: HttpRequest) => Promise<HttpAnswer | undefined>;
  /** A rejection becomes a fault of the kind `unexpected`. */
  readonly handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;
};

export type Method = 'GET' | 'POST';

export type BodyBounds = {
  /** What anybody may send before we know who it is. */
  readonly freeBytes: number;
  /** All unanswered bodies together; a quarter of it is for small ones alone. */
  readonly heldBytes: number;
  /** Of those, from one neighbourhood of addresses. */
  readonly heldBytesPerAddress: number;
};

export type DispatchSettings = {
  readonly routes: ReadonlyMap<string, Route>;
  readonly clock: Clock;
  readonly bodies: BodyBounds;
  readonly pipelinedRequests: number;
  /** How long a body that is read whole may take. */
  readonly bodyMs: number;
  /** Whose X-Forwarded-For is believed. */
  readonly proxies: AddressList;
  /** Whether only proxies and this machine are served. */
  readonly proxiesAlone: boolean;
  /** Called when a peer that is not one of the proxies forwards a request. */
  readonly onForwarded: (peer: string) => void;
  readonly answerFault: AnswerFault;
  /** Whether connections are to be closed after the answer. */
  readonly isClosing: () => boolean;
};

export type Dispatch = (raw: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The way of every request: route, method, body, handler, answer. The path decides whose words an
 * answer is in, so a malformed content type or an unusual method is answered like any other.
 */
export function createDispatch(settings: DispatchSettings): Dispatch {
  const { routes, clock, bodies, bodyMs, proxies, answerFault, isClosing } = settings;
  const { proxiesAlone, onForwarded } = settings;
  const { freeBytes } = bodies;
  const small = createBodyBudget(shareOf(bodies, 1 / 4));
  const large = createBodyBudget(shareOf(bodies, 3 / 4));

  const serveWhole = async (
    route: Route,
    raw: IncomingMessage,
    bare: HttpRequest,
  ): Promise<HttpAnswer | HttpFault> => {
    const mostBytes = route.bodyBytes ?? freeBytes;
    const announced = announcedBytes(raw);
    const isSmall = announced <= freeBytes;
    const tooLarge = { kind: 'body_too_large', bytes: mostBytes } as const;
    if (announced > mostBytes && Number.isFinite(announced)) return tooLarge;
    const refused = isSmall ? undefined : await route.admit?.(bare);
    if (refused !== undefined) return refused;
    const caller = (): string => neighbourhoodOf(bare.callerAddress());
    const share = (isSmall ? small : large).open(caller);
    try {
      const read = await readBody(raw, { mostBytes, mostMs: bodyMs, clock, hold: share.take });
      if (read.kind === 'cut') return CUT;
      if (read.kind === 'in_crumbs') return IN_CRUMBS;
      if (read.kind === 'too_large') return tooLarge;
      if (read.kind !== 'read') return read;
      return await route.handle(Object.assign(bare, { body: read.body }));
    } finally {
      share.close();
    }
  };

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
      const served = await serveWhole(route, raw, bare);
      return 'kind' in served ? answerFault(served, target) : served;
    } catch (error) {
      return answerFault({ kind: 'unexpected', error }, target);
    }
  };

  const mayGoOn = createPipelines(settings.pipelinedRequests);
  const endings = createEndings();
  return async (raw, response) => {
    if (!endings.begins(raw)) return;
    const target = splitTarget(raw.url ?? '');
    const isServed = mayGoOn(raw, response);
    const answer = await (isServed ? serve(raw, target) : answerFault({ kind: 'no_room' }, target));
    // What has not come by now is not waited for: the connection cannot go on after the answer.
    const last = !raw.complete || !isServed || (isClosing() && endings.isNewest(raw));
    if (last) endings.end(raw);
    const rest = passOver(raw, clock);
    await writeAnswer(response, answer, { last, rest }).catch((error: unknown) => {
      answerFault({ kind: 'unexpected', error }, target);
    });
  };
}

function shareOf({ heldBytes, heldBytesPerAddress }: BodyBounds, share: number) {
  return { most: heldBytes * share, mostOfOne: heldBytesPerAddress * share };
}

const CUT = { kind: 'unreadable', why: 'its body ended too early' } as const;
const IN_CRUMBS = { kind: 'unreadable', why: 'its body comes in too small pieces' } as const;

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
