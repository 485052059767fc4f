/** The Graph port: reads requests, checks version and token, and finds the object they are for. */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, readBody, type Listening } from '../../kit/http.ts';
import { looksReal, type Token } from '../accounts.ts';
import { fault, noObject, type Fault } from '../faults.ts';
import { openHeaders, openQuery } from '../heard.ts';
import { isRecord, parseJson, type Json } from '../json.ts';
import { draw } from '../knobs.ts';
import type { ChatPlatform } from '../platform.ts';
import { showDialogue, endDialogue } from '../signup/dialogue.ts';
import { debugToken, exchangeCode } from '../signup/grants.ts';
import { downloadMedia } from './media-routes.ts';
import { refuse, type Asked, type Reply } from './reply.ts';
import { injected, route } from './routes.ts';

/** The largest document, plus the form around it. */
const longestBodyOctets = 110_000_000;
const longestShown = 65_536;

/** Starts the port on 127.0.0.1; resolves with the server and its port. */
export function listenGraph(platform: ChatPlatform, port: number): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    serve(platform, request, response).catch(() => response.destroy());
  });
  return listenLocally(server, port);
}

async function serve(
  platform: ChatPlatform,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!platform.behaviour.accepting) {
    request.destroy();
    return;
  }
  const startMs = performance.now();
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const url = new URL(request.url ?? '/', origin);
  const heard = platform.heard.add({
    at: new Date().toISOString(),
    method: request.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: openQuery(url.searchParams),
    headers: openHeaders(request.headers),
  });
  const bytes = await readBody(request, longestBodyOctets);
  if (bytes === undefined) {
    platform.heard.conclude(heard, '413', performance.now() - startMs);
    response.writeHead(413).end();
    request.destroy();
    return;
  }
  heard.body = describeBody(request.headers['content-type'] ?? '', bytes);
  const reply = await judge({ platform, request, url, origin, bytes });
  const delayMs = draw(platform.behaviour.answerDelayMs, platform.chance);
  const leftMs = delayMs - (performance.now() - startMs);
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
  platform.heard.conclude(heard, wordsFor(reply), performance.now() - startMs);
  // Messages are not kept, and may be many.
  if (request.method !== 'GET' && !url.pathname.endsWith('/messages')) platform.keep();
  send(response, reply);
}

type Arrived = {
  readonly platform: ChatPlatform;
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly origin: string;
  readonly bytes: Buffer;
};

async function judge(arrived: Arrived): Promise<Reply> {
  const { platform, request, url, origin, bytes } = arrived;
  const method = request.method ?? 'GET';
  if (url.pathname === '/preview/') return downloadMedia(platform, url.searchParams);
  const form = new URLSearchParams(bytes.toString('latin1'));
  switch (url.pathname.replace(/^\/v\d+\.0\//, `${method} `)) {
    case 'GET dialog/oauth':
      return showDialogue(platform, url.searchParams);
    case 'POST dialog/oauth':
      return endDialogue(platform, new URLSearchParams(bytes.toString('utf8')));
    case 'POST oauth/access_token':
      return exchangeCode(platform, form);
    case 'GET debug_token':
      return debugToken(platform, url.searchParams, bearerOf(request));
  }
  const token = readToken(platform, request);
  if ('http' in token) return refuse(platform, token);
  const common = { platform, token, method, origin, query: url.searchParams, bytes };
  if (url.pathname === '/whatsapp_business/attachments/' && method === 'GET') {
    return downloadMedia(platform, url.searchParams);
  }
  const [, version = '', ...segments] = decodeURIComponent(url.pathname).split('/');
  if (!/^v\d+\.0$/.test(version)) {
    const message = `Unknown path components: /${version}`;
    return refuse(platform, { http: 400, type: 'OAuthException', code: 2500, message });
  }
  const [id = '', edge = ''] = segments;
  const fullId = id.startsWith('upload:') ? `${id}${url.search}` : id;
  const body = readFields(request.headers['content-type'] ?? '', bytes);
  if (body === undefined) {
    return refuse(platform, { ...fault(100), message: '(#100) The body is not JSON' });
  }
  const asked: Asked = { ...common, headers: request.headers, version, id: fullId, body };
  const told = injected(asked, edge);
  const reply = told ?? (await route(asked, edge)) ?? refuse(platform, noObject(method, id));
  return reply;
}

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^(?:Bearer|OAuth) (\S+)$/i.exec(headers.authorization ?? '')?.[1];

function readToken(platform: ChatPlatform, request: IncomingMessage): Token | Fault {
  const shown = bearerOf(request);
  const refused = { http: 401, code: 190, type: 'OAuthException' };
  if (shown === undefined) {
    const message = 'An access token is required to request this resource.';
    return { ...refused, code: 104, message };
  }
  if (looksReal(shown)) {
    return { ...refused, message: 'This looks like a real token: change it, and keep it away.' };
  }
  const message = 'Invalid OAuth access token - Cannot parse access token';
  return platform.accounts.tokens.get(shown) ?? { ...refused, message };
}

/** A request body as the management port shows it: JSON in full, files by size and hash. */
function describeBody(type: string, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (type.startsWith('application/json') && bytes.length <= longestShown) {
    const text = bytes.toString('utf8');
    return parseJson(text) ?? text;
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { type, octets: bytes.length, sha256 };
}

/** The fields of a request body; files are read by the routes that take them. */
function readFields(type: string, bytes: Buffer): Json | undefined {
  if (bytes.length === 0 || !type.startsWith('application/json')) return {};
  const read = parseJson(bytes.toString('utf8'));
  return isRecord(read) ? read : undefined;
}

function wordsFor(reply: Reply): string {
  switch (reply.kind) {
    case 'json':
      return reply.code === 0 ? String(reply.http) : `${reply.http} ${reply.code}`;
    case 'bytes':
      return '200';
    case 'html':
      return `${reply.http} html`;
    case 'page':
      return '200 page';
    case 'redirect':
      return '303';
    case 'hang':
    case 'drop':
      return reply.kind;
  }
}

function send(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case 'json': {
      const type = { 'content-type': 'application/json; charset=UTF-8' };
      response.writeHead(reply.http, type).end(JSON.stringify(reply.json));
      return;
    }
    case 'bytes':
      response.writeHead(200, { 'content-type': reply.type, 'content-length': reply.bytes.length });
      response.end(reply.bytes);
      return;
    case 'html':
      response.writeHead(reply.http, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>Error</title><p>Sorry, something went wrong.');
      return;
    case 'page':
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      });
      response.end(reply.html);
      return;
    case 'redirect':
      response.writeHead(303, { location: reply.to }).end();
      return;
    case 'drop':
      response.destroy();
      return;
    case 'hang':
  }
}
