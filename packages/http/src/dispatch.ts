import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@paigham/base/clock.ts';
import { isLoopback } from './address-list.ts';
import { type AddressList, neighbourhoodOf } from './address-list.ts';
import {
  type AnswerFault,
  type HttpAnswer,
  type HttpFault,
  passOver,
  writeAnswer,
} from './answer.ts';
import { announcedBytes, createBodyBudget, readBody } from './read-body.ts';
import {
  type GoOn,
  type HttpRequest,
  isForwarded,
  NodeRequest,
  splitTarget,
  type Target,
} from './request.ts';

export type Route = {
  /**
   * `/a/b`, or `/a/*` for everything below `/a/` that has no route of its own. `/*` is found by its
   * own methods alone.
   */
  readonly path: string;
  /** Whether it is also found where slashes are doubled, as joined addresses often have them. */
  readonly forgivesSlashes?: boolean;
  /** `any`: the route itself decides. */
  readonly methods: readonly Method[] | 'any';
  /** Whether callers that bypass the proxies are served too, such as monitoring. */
  readonly inTheClear?: boolean;
  /** Whether the route streams the body of this request (`incoming`); else it is read whole. */
  readonly takesStream?: (request: HttpRequest) => boolean;
  /** Limit for a body that is read whole; by default what anybody may send. */
  readonly bodyBytes?: number;
  /**
   * Called before reading a body that is larger than anybody may send, or does not state its
   * size. An answer refuses it unread.
   */
  readonly admit?: (request: HttpRequest) => Promise<HttpAnswer | undefined>;
  /** A rejection becomes a fault of kind `unexpected`. */
  readonly handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;
};

type Method = 'GET' | 'POST';

export type BodyBounds = {
  /** What anybody may send before we know who they are. */
  readonly freeBytes: number;
  /** All unanswered bodies together; a quarter is reserved for small ones. */
  readonly heldBytes: number;
  /** Of those, from one address or /64. */
  readonly heldBytesPerAddress: number;
};

type DispatchSettings = {
  readonly routes: ReadonlyMap<string, Route>;
  readonly clock: Clock;
  readonly bodies: BodyBounds;
  readonly pipelinedRequests: number;
  /** How long a body that is read whole may take. */
  readonly bodyMs: number;
  /** Whose X-Forwarded-For is trusted. */
  readonly proxies: AddressList;
  /** Whether only proxies and this machine are served. */
  readonly proxiesAlone: boolean;
  /** Called when a peer that is not one of the proxies forwards a request. */
  readonly onForwarded: (peer: string) => void;
  readonly answerFault: AnswerFault;
  /** Whether to close connections after the response. */
  readonly isClosing: () => boolean;
  /** Of a connection that is one too many. */
  readonly excessOf: (socket: Socket) => HttpFault | undefined;
};

type Dispatch = (raw: IncomingMessage, response: ServerResponse, goOn?: GoOn) => Promise<void>;

/**
 * The path of every request: route, method, body, handler, answer. The URL path decides the format
 * of the answer, so a bad content type or an unusual method is answered like any other request.
 */
export function createDispatch(settings: DispatchSettings): Dispatch {
  const { routes, clock, bodies, bodyMs, proxies, answerFault, isClosing } = settings;
  const { proxiesAlone, onForwarded, excessOf } = settings;
  const { freeBytes } = bodies;
  const small = createBodyBudget(shareOf(bodies, 1 / 4));
  const large = createBodyBudget(shareOf(bodies, 3 / 4));

  const serveWhole = async (
    route: Route,
    raw: IncomingMessage,
    bare: NodeRequest,
  ): Promise<HttpAnswer | HttpFault> => {
    const mostBytes = route.bodyBytes ?? freeBytes;
    const announced = announcedBytes(raw);
    const isSmall = announced <= freeBytes;
    const tooLarge = { kind: 'body_too_large', bytes: mostBytes } as const;
    if (announced > mostBytes && Number.isFinite(announced)) return tooLarge;
    const refused = isSmall ? undefined : await route.admit?.(bare);
    if (refused !== undefined) return refused;
    const share = (isSmall ? small : large).open(() => neighbourhoodOf(bare.callerAddress()));
    try {
      const patience = { mostBytes, mostMs: bodyMs, clock, hold: share.take };
      const read = await readBody(bare.wanted(), patience);
      if (read.kind === 'cut') return CUT;
      if (read.kind === 'in_small_chunks') return IN_CRUMBS;
      if (read.kind === 'too_large') return tooLarge;
      if (read.kind !== 'read') return read;
      return await route.handle(Object.assign(bare, { body: read.body }));
    } finally {
      share.close();
    }
  };

  const serve = async (raw: IncomingMessage, target: Target, goOn?: GoOn): Promise<HttpAnswer> => {
    const route = findRoute(routes, target.path, raw.method);
    const peer = raw.socket.remoteAddress ?? '';
    if (proxiesAlone && route?.inTheClear !== true && !isLoopback(peer) && !proxies.includes(peer))
      return answerFault({ kind: 'request_unencrypted' }, target);
    if (route === undefined) return answerFault({ kind: 'path_unknown' }, target);
    if (route.methods !== 'any' && !takes(route.methods, raw.method)) {
      return allowing(route.methods, answerFault({ kind: 'method_not_allowed' }, target));
    }
    try {
      const bare = new NodeRequest(raw, target, proxies, goOn);
      if (isForwarded(bare) && !proxies.includes(peer)) onForwarded(peer);
      if (raw.method === 'GET' || raw.method === 'HEAD') return await route.handle(bare);
      if (route.takesStream?.(bare) === true) return await route.handle(bare.streaming());
      const served = await serveWhole(route, raw, bare);
      return 'kind' in served ? answerFault(served, target) : served;
    } catch (error) {
      return answerFault({ kind: 'unexpected', error }, target);
    }
  };

  const mayGoOn = createPipelines(settings.pipelinedRequests);
  const endings = createEndings();
  return async (raw, response, goOn) => {
    if (!endings.begins(raw)) return;
    const target = splitTarget(raw.url ?? '');
    const excess = excessOf(raw.socket) ?? (mayGoOn(raw, response) ? faultOf(raw) : NO_ROOM);
    const answer = await (excess ? answerFault(excess, target) : serve(raw, target, goOn));
    // We do not wait for the rest: the connection cannot be reused after the answer.
    const last = !raw.complete || excess !== undefined || (isClosing() && endings.isNewest(raw));
    if (last) endings.end(raw);
    const rest = passOver(raw, clock);
    await writeAnswer(response, answer, { last, rest, clock }).catch((error: unknown) => {
      answerFault({ kind: 'unexpected', error }, target);
    });
  };
}

function shareOf({ heldBytes, heldBytesPerAddress }: BodyBounds, share: number) {
  return { most: heldBytes * share, mostOfOne: heldBytesPerAddress * share };
}

const NO_ROOM = { kind: 'no_room' } as const;
const TWO_HOSTS = { kind: 'unreadable', why: 'it has two Host headers' } as const;

/** Whoever stands between may go by another one than we do (RFC 9112, section 3.2). */
function faultOf({ rawHeaders }: IncomingMessage): HttpFault | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? TWO_HOSTS : undefined;
}

const CUT = { kind: 'unreadable', why: 'its body ended too early' } as const;
const IN_CRUMBS = { kind: 'unreadable', why: 'its body comes in too small pieces' } as const;

/**
 * What takes GET alone takes HEAD (RFC 9110, section 9.1). The form interfaces send by GET too, and
 * a HEAD, which link checkers try, must not.
 */
function takes(methods: readonly string[], method = ''): boolean {
  return methods.includes(method) || (method === 'HEAD' && !methods.includes('POST'));
}

function findRoute(routes: ReadonlyMap<string, Route>, path: string, method = '') {
  const found = routes.get(path) ?? findForgiving(routes, path);
  const isOther = found?.path === '/*' && found.methods !== 'any' && !takes(found.methods, method);
  return isOther ? undefined : found;
}

/** What has no route of its own: one slash too many, or below a folder. */
function findForgiving(routes: ReadonlyMap<string, Route>, path: string): Route | undefined {
  const single = routes.get(path.replaceAll(/\/{2,}/g, '/'));
  return single?.forgivesSlashes === true ? single : findBelow(routes, path);
}

/** The route with the longest prefix of `path`. */
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

type ConnectionLimits = {
  /** Open connections. */
  readonly all: number;
  /** Of those, from one address or /64; trusted proxies are exempt. */
  readonly perAddress: number;
  readonly proxies: AddressList;
  readonly clock: Clock;
};

/** How long a connection that is one too many may take to ask, and how many of an address may. */
const EXCESS = { mostMs: 2_000, most: 50 } as const;

/**
 * Closes connections beyond the limits, so that a caller who opens thousands and stays silent
 * leaves room for others. The first few beyond those of an address are told so, if they ask soon.
 * @returns what a connection's request is answered with if it is one of these.
 */
export function limitConnections(
  server: Server,
  { all, perAddress, proxies, clock }: ConnectionLimits,
): DispatchSettings['excessOf'] {
  const open = new Map<string, number>();
  const excess = new WeakSet<Socket>();
  const tooMany = { kind: 'too_many_connections', most: perAddress } as const;
  let total = 0;
  server.on('connection', (socket: Socket) => {
    total += 1;
    socket.once('close', () => (total -= 1));
    if (total > all) {
      socket.destroy();
      return;
    }
    const address = socket.remoteAddress ?? '';
    if (proxies.includes(address)) return;
    const from = neighbourhoodOf(address);
    const count = (open.get(from) ?? 0) + 1;
    open.set(from, count);
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left > 0) open.set(from, left);
      else open.delete(from);
    });
    if (count <= perAddress) return;
    if (count > perAddress + EXCESS.most) {
      socket.destroy();
      return;
    }
    excess.add(socket);
    const timer = clock.setTimer(EXCESS.mostMs, () => socket.destroy());
    socket.once('close', () => timer.cancel());
  });
  return (socket) => (excess.has(socket) ? tooMany : undefined);
}

/** The unanswered requests of one connection; one listener serves all of them. */
class Pipeline {
  open = 0;
  readonly end = (): void => {
    this.open -= 1;
  };
}

/**
 * Whether a request may be worked on. A caller may pipeline requests; the first beyond `most`
 * unanswered ones is refused and ends the connection, and a caller who still goes on is cut.
 */
function createPipelines(most: number) {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    let pipeline = pipelines.get(socket);
    if (pipeline === undefined) pipelines.set(socket, (pipeline = new Pipeline()));
    pipeline.open += 1;
    response.on('close', pipeline.end);
    if (pipeline.open > 2 * most) socket.destroy();
    return pipeline.open <= most;
  };
}

/** Which connections have got their last response. */
function createEndings() {
  const newest = new WeakMap<Socket, IncomingMessage>();
  const ended = new WeakSet<Socket>();
  return {
    /**
     * Notes a request. False if it comes after the last response of its connection: nobody would
     * be told what became of it, so it is not served (RFC 9112, section 9.6).
     */
    begins(raw: IncomingMessage): boolean {
      if (ended.has(raw.socket)) raw.resume();
      else newest.set(raw.socket, raw);
      return !ended.has(raw.socket);
    },
    /** Whether nothing has come after a request. */
    isNewest: (raw: IncomingMessage): boolean => newest.get(raw.socket) === raw,
    /** Marks the response to a request as the last of its connection. */
    end: (raw: IncomingMessage): unknown => ended.add(raw.socket),
  };
}
