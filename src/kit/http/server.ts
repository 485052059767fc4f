/**
 * The HTTP server that all interfaces share. It bounds time, size and connections, reads bodies,
 * finds the route, and answers whatever goes wrong before an interface is reached in the words of
 * that interface. It logs nothing per request: a line costs more than all the rest, and addresses
 * hold keys.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import { isIPv6, type AddressInfo, type Socket } from 'node:net';
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
  /** How long the body of a route that streams it may take. */
  readonly longestBodyMs: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Unanswered requests of one connection. */
  readonly pipelinedRequests: number;
  /** How long an answer may make no progress because its caller does not read. */
  readonly answerStallMs: number;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether only they and this machine are served; false unless said. */
  readonly proxiesAlone?: boolean;
  /** Called when a peer that is not one of them forwards a request. */
  readonly onForwarded?: (peer: string) => void;
  readonly answerFault: AnswerFault;
};

export type HttpServer = {
  /** Before `listen`. A path may be given once. */
  route(route: Route): void;
  /** Returns the base URL. @throws Refusal when it cannot listen, as when the port is taken. */
  listen(host: string, port: number): Promise<string>;
  /** Takes no new connections, finishes the requests under way, cuts them after `graceMs`. */
  close(graceMs: number): Promise<void>;
  readonly node: Server;
};

const headersTimeoutMs = 10_000;
/** How long a body that is read whole may take. */
const bodyMs = 60_000;
/**
 * Longer than proxies keep theirs (usually 60 s), so that they never write into a connection that
 * we have just closed.
 */
const keepAliveTimeoutMs = 65_000;
const checkTimeoutsMs = 1_000;

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
  const listener: RequestListener = (request, response) => void dispatch(request, response);
  const node = createServer(
    {
      maxHeaderSize: settings.headerBytes,
      headersTimeout: headersTimeoutMs,
      // A safety net under the timers of bodies, which know what a request may take.
      requestTimeout: settings.longestBodyMs + bodyMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: checkTimeoutsMs,
      requireHostHeader: false,
    },
    listener,
  );
  node.on('clientError', createBrokenRequests(clock, answerFault));
  // Node answers these by itself, with a bare status or none, unless somebody listens.
  node.on('checkExpectation', listener);
  node.on('connect', (_request, socket: Socket) => {
    const answer = answerFault({ kind: 'method_not_allowed' }, { path: '', query: '' });
    writeLastAnswer(socket, answer, clock);
  });
  endStalledAnswers(node, settings.answerStallMs);
  limitConnections(node, {
    all: settings.connections,
    perAddress: settings.connectionsPerAddress,
    proxies,
  });
  return {
    node,
    route(route) {
      if (routes.has(route.path)) throw new Error(`two routes of ${route.path}`);
      routes.set(route.path, route);
    },
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        node.once('error', (error) => reject(explainListen(error, host, port)));
        node.listen({ host, port }, () => resolve(baseUrlOf(node.address() as AddressInfo)));
      }),
    async close(graceMs) {
      closing = true;
      const timer = clock.setTimer(graceMs, () => node.closeAllConnections());
      await new Promise((resolve) => void node.close(resolve));
      timer.cancel();
    },
  };
}

/** Under which this machine reaches what listens there. */
function baseUrlOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/**
 * Closes connections on which nothing has moved for a while, except while their request is being
 * worked on: what was written and is not read is held for nobody.
 */
function endStalledAnswers(server: Server, stallMs: number): void {
  server.setTimeout(stallMs, (socket) => {
    // Reset, or the kernel would go on offering what is not read.
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (answerUnderWay(socket) === undefined) socket.destroy();
  });
}
