import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { isLoopback } from '../config-rules.ts';
import { neighbourhoodOf, type AddressList } from './address-list.ts';
import type { HttpAnswer } from './answer.ts';
import type { AnswerFault, HttpFault } from './fault.ts';
import { createPipelines } from './pipelines.ts';
import { createPurse, type Purse } from './purse.ts';
import { announcedBytes, NO_BODY, readBody } from './read-body.ts';
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
  /** Of a body that is read whole; what anybody may send unless said. */
  readonly bodyBytes?: number;
  /**
   * Asked before a body is read that is larger than what anybody may send, or does not say how
   * large it is: an answer refuses it unread.
   */
  readonly admit?: (request: HttpRequest) => Promise<HttpAnswer | undefined>;
  /** May reject: that is a fault of the kind `unexpected`. */
  readonly handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;
};

export type Method = 'GET' | 'POST';

export type BodyBounds = {
  /** What anybody may send, before it is asked who he is. */
  readonly freeBytes: number;
  /** Of all bodies together that are not answered yet; a quarter of it is for small ones alone. */
  readonly heldBytes: number;
  /** Of them, from one neighbourhood of addresses. */
  readonly heldBytesPerAddress: number;
};

export type DispatchSettings = {
  readonly routes: ReadonlyMap<string, Route>;
  readonly clock: Clock;
  readonly bodies: BodyBounds;
  readonly pipelinedRequests: number;
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

export type Dispatch = (raw: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * One way in for what the router found, did not find, or stumbled over: the path decides, so that
 * a malformed content type or an unusual method gets the same answers as any other.
 */
export function createDispatch(settings: DispatchSettings): Dispatch {
  const { routes, clock, bodies, bodyMs, proxies, answerFault, isClosing } = settings;
  const { proxiesAlone, onForwarded } = settings;
  const { freeBytes } = bodies;
  const small = createPurse(shareOf(bodies, 1 / 4));
  const large = createPurse(shareOf(bodies, 3 / 4));

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
    const room = new Room(isSmall ? small : large, bare);
    try {
      const hold = (octets: number): boolean => room.take(octets);
      const read = await readBody(raw, { mostBytes, mostMs: bodyMs, clock, hold });
      if (read.kind === 'cut') return CUT;
      if (read.kind === 'in_crumbs') return IN_CRUMBS;
      if (read.kind === 'too_large') return tooLarge;
      if (read.kind !== 'read') return read;
      return await route.handle(Object.assign(bare, { body: read.body }));
    } finally {
      room.giveBack();
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
  return async (raw, response) => {
    const target = splitTarget(raw.url ?? '');
    const isServed = mayGoOn(raw, response);
    const answer = await (isServed ? serve(raw, target) : answerFault({ kind: 'no_room' }, target));
    // What has not come by now is not waited for: the connection cannot go on after the answer.
    const last = !raw.complete || !isServed || isClosing();
    const rest = passOver(raw, clock);
    await writeAnswer(response, answer, { last, rest }).catch((error: unknown) => {
      answerFault({ kind: 'unexpected', error }, target);
    });
  };
}

/** What one request has taken of a purse. */
class Room {
  readonly #purse: Purse;
  readonly #request: HttpRequest;
  #whose = '';
  #octets = 0;

  constructor(purse: Purse, request: HttpRequest) {
    this.#purse = purse;
    this.#request = request;
  }

  take(octets: number): boolean {
    if (this.#octets === 0) this.#whose = neighbourhoodOf(this.#request.callerAddress());
    if (!this.#purse.take(this.#whose, octets)) return false;
    this.#octets += octets;
    return true;
  }

  giveBack(): void {
    if (this.#octets > 0) this.#purse.giveBack(this.#whose, this.#octets);
  }
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
