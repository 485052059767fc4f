/** The Graph port: reads requests, checks version and token, and finds the object they are for. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, readBody, type Listening } from '../../kit/http.ts';
import { looksReal, type Token } from '../accounts.ts';
import { fault, noObject, type Fault } from '../faults.ts';
import { openHeaders, openQuery, type Heard } from '../heard.ts';
import { isRecord, parseJson, type Json } from '../json.ts';
import { draw } from '../knobs.ts';
import type { ChatPlatform } from '../platform.ts';
import { downloadMedia } from './media-routes.ts';
import { refuse, type Asked, type Reply } from './reply.ts';
import { injected, route } from './routes.ts';
import { judgeVersion, newestVersion } from './versions.ts';
import { describeBody } from './describe-body.ts';

/** The largest document, and what a form adds. */
const longestBodyOctets = 110_000_000;

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
    at: new Date(platform.clock.now()).toISOString(),
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
  heard.body = describeBody(request.headers['content-type'], bytes);
  const reply = await judge({ platform, request, url, origin, heard, bytes });
  const delayMs = draw(platform.behaviour.answerDelayMs, platform.chance);
  const leftMs = delayMs - (performance.now() - startMs);
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
  platform.heard.conclude(heard, wordsFor(reply), performance.now() - startMs);
  platform.changed();
  send(response, reply);
}

type Arrived = {
  readonly platform: ChatPlatform;
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly origin: string;
  readonly heard: Heard;
  readonly bytes: Buffer;
};

async function judge(arrived: Arrived): Promise<Reply> {
  const { platform, request, url, origin, heard, bytes } = arrived;
  const method = request.method ?? 'GET';
  if (url.pathname === '/preview/' && method === 'GET') {
    return downloadMedia(platform, url.searchParams);
  }
  const token = readToken(platform, request, url);
  if ('http' in token) return refuse(platform, token);
  heard.app = token.app.id;
  const common = { platform, token, method, origin, query: url.searchParams, bytes };
  const headers = request.headers;
  if (url.pathname === '/whatsapp_business/attachments/' && method === 'GET') {
    return downloadMedia(platform, url.searchParams);
  }
  const [, version = '', ...segments] = decodeURIComponent(url.pathname).split('/');
  const wrong = findVersionFault(platform, version);
  if (wrong !== undefined) return refuse(platform, wrong);
  const [id = '', edge = ''] = segments;
  const fullId = id.startsWith('upload:') ? `${id}${url.search}` : id;
  const body = readFields(request.headers['content-type'] ?? '', bytes);
  if (body === undefined) {
    return refuse(platform, { ...fault(100), message: '(#100) The body is not JSON' });
  }
  const asked: Asked = { ...common, headers, version, id: fullId, body };
  const told = injected(asked, edge);
  const reply = told ?? (await route(asked, edge)) ?? refuse(platform, noObject(method, id));
  if (reply.kind === 'json') heard.id = reply.id;
  return reply;
}

function readToken(platform: ChatPlatform, request: IncomingMessage, url: URL): Token | Fault {
  const header = request.headers.authorization ?? '';
  const shown =
    /^(?:Bearer|OAuth) (\S+)$/i.exec(header)?.[1] ?? url.searchParams.get('access_token');
  if (shown === null || shown === '') {
    const message = 'An access token is required to request this resource.';
    return { http: 401, code: 104, type: 'OAuthException', message };
  }
  const refused = (message: string, subcode?: number): Fault => {
    const found = { http: 401, code: 190, type: 'OAuthException', message };
    return subcode === undefined ? found : { ...found, subcode };
  };
  if (looksReal(shown))
    return refused('This looks like a real token: change it, and keep it away.');
  const token = platform.accounts.tokens.get(shown);
  if (token === undefined) {
    return refused('Invalid OAuth access token - Cannot parse access token');
  }
  if (!token.expired) return token;
  return refused('Error validating access token: Session has expired.', 463);
}

function findVersionFault(platform: ChatPlatform, version: string): Fault | undefined {
  const found = { http: 400, type: 'OAuthException' };
  if (!/^v\d+\.0$/.test(version)) {
    return { ...found, code: 2500, message: `Unknown path components: /${version}` };
  }
  switch (judgeVersion(version, platform.clock.now())) {
    case 'good':
      return undefined;
    case 'unknown':
      return { ...found, code: 2500, message: `Unknown path components: /${version}` };
    case 'expired': {
      const words = 'You are calling a deprecated version of the API.';
      const advice = `Please update to the latest version: ${newestVersion()}.`;
      return { ...found, code: 2635, message: `(#2635) ${words} ${advice}` };
    }
  }
}

/** The fields of a request body: JSON or a form; files are read where they are taken. */
function readFields(type: string, bytes: Buffer): Json | undefined {
  if (bytes.length === 0 || type.startsWith('multipart/')) return {};
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const fields = [...new URLSearchParams(bytes.toString('utf8'))];
    return Object.fromEntries(
      fields.map(([name, value]) => [name, /^[[{]/.test(value) ? parseJson(value) : value]),
    );
  }
  if (!type.startsWith('application/json')) return {};
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
    case 'hang':
    case 'drop':
      return reply.kind;
  }
}

function send(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case 'json': {
      const version = { 'facebook-api-version': newestVersion() };
      const type = { 'content-type': 'application/json; charset=UTF-8' };
      response.writeHead(reply.http, { ...type, ...version }).end(JSON.stringify(reply.json));
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
    case 'drop':
      response.destroy();
      return;
    case 'hang':
  }
}
