/**
 * The HTTP server: what every interface of ours shares and none should have to think of. It bounds
 * time, size and connections, reads bodies whole, finds the route, and answers whatever goes wrong
 * before a door is reached in words that it is given. It logs nothing per request: a line costs
 * more than all the rest, and addresses hold keys.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { createAddressList } from './address-list.ts';
import { answerUnderWay, createBrokenRequests, writeLastAnswer } from './broken-requests.ts';
import { limitConnections } from './connection-limits.ts';
import { createDispatch, type BodyBounds, type Route } from './dispatch.ts';
import type { AnswerFault } from './fault.ts';
import { explainListen } from './listening.ts';

export type { Route } from './dispatch.ts';

export type HttpServerSettings = {
  readonly clock: Clock;
  /** Of the request line and all headers together. */
  readonly headerBytes: number;
  readonly bodies: BodyBounds;
  /** The longest that a body may take which a route takes as it comes. */
  readonly longestBodyMs: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Requests of one connection that may stand unanswered. */
  readonly pipelinedRequests: number;
  /** How long an answer may make no progress because its caller does not read. */
  readonly answerStallMs: number;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether only they and this machine are served; false unless said. */
  readonly proxiesAlone?: boolean;
  /** Told when a peer that is none of them passes on a request of somebody else. */
  readonly onForwarded?: (peer: string) => void;
  readonly answerFault: AnswerFault;
};

export type HttpServer = {
  /** Before `listen`. A path may be given once. */
  route(route: Route): void;
  /** Gives the address it listens on. @throws Refusal when it cannot, the port being taken. */
  listen(host: string, port: number): Promise<string>;
  /**
   * Takes no new connections, finishes the requests that are under way, cuts them after `graceMs`.
   */
  close(graceMs: number): Promise<void>;
  /** For doors that need more than fixed paths. */
  readonly fastify: FastifyInstance;
};

const headersTimeoutMs = 10_000;
/** A body that is read whole. */
const bodyMs = 60_000;
/**
 * Longer than proxies keep theirs (60 s is usual), so that they never write into a connection we
 * just closed.
 */
const keepAliveTimeoutMs = 65_000;
const checkTimeoutsMs = 1_000;

const USUAL_TYPES = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data',
] as const;

/** Makes a server without routes. */
export function createHttpServer(settings: HttpServerSettings): HttpServer {
  const { clock, answerFault } = settings;
  const routes = new Map<string, Route>();
  const proxies = createAddressList(settings.trustedProxies);
  let closing = false;
  const dispatch = createDispatch({
    proxiesAlone: false,
    onForwarded: () => undefined,
    ...settings,
    bodyMs,
    proxies,
    routes,
    isClosing: () => closing,
  });
  const app = fastify({
    http: {
      maxHeaderSize: settings.headerBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: checkTimeoutsMs,
      requireHostHeader: false,
    },
    // Node's own net below the timers of bodies, which know what a request may take.
    requestTimeout: settings.longestBodyMs + bodyMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    clientErrorHandler: createBrokenRequests(clock, answerFault),
    frameworkErrors: (_error, request, reply) => void dispatch(request, reply),
  });
  app.removeAllContentTypeParsers();
  // Bodies are read by dispatch. The usual types are named because the router remembers only what
  // is named.
  app.addContentTypeParser([...USUAL_TYPES, '*'], (_request, _payload, done) => done(null));
  app.setNotFoundHandler(dispatch);
  app.setErrorHandler((_error, request, reply) => dispatch(request, reply));
  answerRareForms(app, settings);
  endStalledAnswers(app.server, settings.answerStallMs);
  limitConnections(app.server, {
    all: settings.connections,
    perAddress: settings.connectionsPerAddress,
    proxies,
  });
  return {
    fastify: app,
    route(route) {
      routes.set(route.path, route);
      // What the router does not find, dispatch looks for: other methods, and folders.
      if (route.methods === 'any') return;
      app.route({ url: route.path, method: [...route.methods], handler: dispatch });
    },
    listen: (host, port) =>
      app.listen({ host, port }).catch((error: unknown) => {
        throw explainListen(error, host, port);
      }),
    async close(graceMs) {
      closing = true;
      const timer = clock.setTimer(graceMs, () => app.server.closeAllConnections());
      await app.close();
      timer.cancel();
    },
  };
}

/**
 * Ends connections on which nothing has moved for a while, but for those whose request is still
 * worked at: what was written and is not read is held for nobody.
 */
function endStalledAnswers(server: Server, stallMs: number): void {
  server.setTimeout(stallMs, (socket) => {
    // Reset, or the kernel would go on offering what is not read.
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (answerUnderWay(socket) === undefined) socket.destroy();
  });
}

/**
 * Forms of HTTP that Node answers by itself, with a bare status or none, unless somebody listens.
 */
function answerRareForms(app: FastifyInstance, { clock, answerFault }: HttpServerSettings): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const answer = answerFault({ kind: 'method_not_allowed' }, { path: '', query: '' });
    writeLastAnswer(socket, answer, clock);
  });
}
