/**
 * The HTTP server that all interfaces share. It bounds time, size and connections, reads bodies,
 * finds the route, and answers whatever goes wrong before an interface is reached in the format of
 * that interface. It logs nothing per request: a line costs more than all the rest, and addresses
 * hold keys.
 *
 * Requests that Node's parser refuses, or that never arrive in full. Node would send a bare status
 * line or just close; callers who build URLs by hand run into this, so they get an answer in the
 * interface's own format.
 *
 * Opens a port to listen on, and says in a sentence why it cannot.
 */
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  isIPv6,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import type { Clock } from '@paigham/base/clock.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { createAddressList } from './address-list.ts';
import {
  type AnswerFault,
  headersOf,
  type HttpAnswer,
  type HttpFault,
  type SeenRequest,
} from './answer.ts';
import { type BodyBounds, createDispatch, limitConnections, type Route } from './dispatch.ts';
import { splitTarget } from './request.ts';
import { codeOf } from '@paigham/base/error-code.ts';

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
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
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
  /** Accepts no new connections, finishes requests in progress, cuts them after `graceMs`. */
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
  // Node answers these by itself, with a bare status or nothing, unless there is a listener.
  node.on('checkExpectation', listener);
  node.on('checkContinue', (raw, to) => void dispatch(raw, to, () => to.writeContinue()));
  node.on('connect', (_request, socket: Socket) => {
    const answer = answerFault({ kind: 'method_not_allowed' }, { path: '', query: '' });
    writeLastAnswer(socket, answer, clock);
  });
  endStalledAnswers(node, settings.answerStallMs);
  const dispatch = createDispatch({
    proxiesAlone: false,
    onForwarded: () => undefined,
    ...settings,
    bodyMs,
    proxies,
    routes,
    isClosing: () => closing,
    excessOf: limitConnections(node, {
      all: settings.connections,
      perAddress: settings.connectionsPerAddress,
      proxies,
      clock,
    }),
  });
  const further: TcpServer[] = [];
  return {
    node,
    route(route) {
      if (routes.has(route.path)) throw new Error(`two routes of ${route.path}`);
      routes.set(route.path, route);
    },
    async listen(host, port) {
      // Several may share a port: whether another program has it is seen without that alone.
      if (port !== 0) await mustBeFree(host, port);
      await listenOn(node, host, port);
      const address = node.address() as AddressInfo;
      while (further.length < FURTHER_LISTENERS) {
        const listening = createTcpServer({ allowHalfOpen: true, noDelay: true });
        listening.on('connection', (socket) => node.emit('connection', socket));
        further.push(listening);
        await listenOn(listening, host, address.port);
      }
      return baseUrlOf(address);
    },
    async close(graceMs) {
      closing = true;
      const timer = clock.setTimer(graceMs, () => node.closeAllConnections());
      await Promise.all([node, ...further].map((it) => new Promise((end) => void it.close(end))));
      timer.cancel();
    },
  };
}

/**
 * A listener accepts one connection in a turn of the event loop, and under load a turn is long: of
 * a thousand callers that come at once the last would wait for seconds. Elsewhere than on Linux the
 * system does not share a port's callers out.
 */
const FURTHER_LISTENERS = process.platform === 'linux' ? 15 : 0;
/** As many as Linux lets wait, unless told otherwise (`somaxconn`). */
const BACKLOG = 4_096;

function listenOn(server: TcpServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListen(error, host, port)));
    const reusePort = FURTHER_LISTENERS > 0;
    server.listen({ host, port, backlog: BACKLOG, reusePort }, () => resolve());
  });
}

/** The address at which this machine reaches the listener. */
function baseUrlOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/**
 * Closes connections on which nothing has moved for a while, except while their request is being
 * worked on: a response that is not read is not kept.
 */
function endStalledAnswers(server: Server, stallMs: number): void {
  server.setTimeout(stallMs, (socket) => {
    // Reset, or the kernel would go on offering what is not read.
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (answerUnderWay(socket) === undefined) socket.destroy();
  });
}

/** How long a caller may take to read the answer before the connection is cut. */
const lingerMs = 2_000;

/** Makes a listener for Node's `clientError`. */
function createBrokenRequests(clock: Clock, answerFault: AnswerFault) {
  return (error: Error, socket: Socket): void => {
    const code = codeOf(error);
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const packet = 'rawPacket' in error ? error.rawPacket : undefined;
    const answer = answerFault(faultOf(code), seenIn(packet));
    afterEarlierAnswers(socket, () => writeLastAnswer(socket, answer, clock));
  };
}

/** Writes `answer` directly to the socket and ends the connection. */
function writeLastAnswer(socket: Socket, answer: HttpAnswer, clock: Clock): void {
  if (!socket.writable) return;
  const headers = headersOf(answer, true);
  let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.end(`${head}\r\n${answer.body}`);
  const timer = clock.setTimer(lingerMs, () => socket.destroy());
  socket.once('close', () => timer.cancel());
}

/**
 * A caller may have put a good request before the broken one on the same connection: its answer
 * comes first, or it would be taken for the answer to the broken one. A request whose own body
 * broke has no answer yet and gets none.
 */
function afterEarlierAnswers(socket: Socket, write: () => void): void {
  const earlier = answerUnderWay(socket);
  if (earlier === undefined || !earlier.req.complete) {
    write();
    return;
  }
  earlier.once('finish', () => setImmediate(() => afterEarlierAnswers(socket, write)));
}

/** The response that a connection is working on now. */
function answerUnderWay(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}

function faultOf(code: unknown): HttpFault {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { kind: 'header_too_large' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { kind: 'too_slow' };
    case 'HPE_INVALID_URL':
    case 'HPE_INVALID_CONSTANT':
    case 'HPE_INVALID_VERSION':
      return { kind: 'unreadable', why: 'blanks and all but plain ASCII must be percent-encoded' };
    case 'HPE_INVALID_METHOD':
      return { kind: 'unreadable', why: 'use GET or POST over HTTP' };
    default:
      return { kind: 'unreadable', why: 'its HTTP form is malformed' };
  }
}

/**
 * The request line of what came, whose target may contain spaces; only for choosing the form of the
 * answer.
 */
function seenIn(packet: unknown): SeenRequest {
  const [line = ''] = Buffer.isBuffer(packet) ? packet.toString('latin1').split('\n', 1) : [];
  const target = /^[A-Z]{1,20} +(\S.*?)(?: +HTTP\/[\d.]+)?\r?$/.exec(line)?.[1];
  return target === undefined ? { path: '', query: '' } : splitTarget(target);
}

/** What the reader can do about it; undefined for unexpected errors. */
function sentenceOf(code: unknown, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program: choose another one with --port.`;
    case 'EACCES':
      return `Port ${port} needs rights that this user has not: choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is no address of this machine.`;
    default:
      return undefined;
  }
}

/** The error of a server that could not listen, as a `Refusal` if there is a message for it. */
function explainListen(error: unknown, host: string, port: number): unknown {
  const code = codeOf(error);
  const sentence = sentenceOf(code, host, port);
  return sentence === undefined ? error : new Refusal(sentence);
}

/** Opens the port and closes it again. @throws Refusal when it cannot be opened. */
export function mustBeFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createTcpServer();
    server.once('error', (error) => reject(explainListen(error, host, port)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}
