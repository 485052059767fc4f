/**
 * The HTTP port through which the platform is watched and told what to do. JSON in, JSON out; a
 * page for people, and a stream that says when there is something new.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createManagement, listenLocally, readBody, type Listening } from '../../kit/http.ts';
import { isRecord, parseJson } from '../json.ts';
import type { ChatPlatform } from '../platform.ts';
import { missing, refuse, type Answer } from './answer.ts';
import { routes } from './routes.ts';

const longestBodyOctets = 150_000_000;
/** The stream says at most so often that something is new. */
const tellEveryMs = 250;

const page = readFileSync(new URL('../page.html', import.meta.url), 'utf8');

/** Allows the page its own script and style, by their hashes, and nothing from elsewhere. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf('script')}`,
  `style-src ${hashOf('style')}`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function hashOf(tag: string): string {
  const text = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Starts the management port on 127.0.0.1; resolves with the server and its port. */
export function listenManagement(platform: ChatPlatform, port: number): Promise<Listening> {
  const server = createManagement((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/events') return watch(platform, response);
    serve(platform, request)
      .catch((error: unknown): Answer => ({ status: 500, json: { error: String(error) } }))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });
  return listenLocally(server, port);
}

async function serve(platform: ChatPlatform, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && url.pathname === '/') {
    return { status: 200, type: 'text/html; charset=utf-8', bytes: Buffer.from(page, 'utf8') };
  }
  const route = routes[`${request.method} ${url.pathname}`];
  if (route === undefined) {
    return { status: 404, json: { error: 'no such page', pages: Object.keys(routes) } };
  }
  const bytes = await readBody(request, longestBodyOctets);
  if (bytes === undefined) return { status: 413, json: { error: 'the body is too long' } };
  const body = bytes.length === 0 ? {} : parseJson(bytes.toString('utf8'));
  if (!isRecord(body)) return refuse('the body is not a JSON object');
  return (await route({ platform, query: url.searchParams, body })) ?? missing('nothing');
}

function send(response: ServerResponse, answer: Answer): void {
  const safe = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
  if ('json' in answer) {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    response.writeHead(answer.status, { ...type, ...safe });
    response.end(`${JSON.stringify(answer.json, undefined, 1)}\n`);
    return;
  }
  response.writeHead(answer.status, {
    'content-type': answer.type,
    'content-security-policy': policy,
    ...safe,
  });
  response.end(answer.bytes);
}

/** Server-sent events: one word whenever something has changed, and not too often. */
function watch(platform: ChatPlatform, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('retry: 1000\ndata: hello\n\n');
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      response.write('data: changed\n\n');
    }, tellEveryMs);
  };
  platform.watchers.add(tell);
  response.on('close', () => {
    clearTimeout(timer);
    platform.watchers.delete(tell);
  });
}
