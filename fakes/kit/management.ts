/** The HTTP port for watching a simulated party and telling it what to do. */

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, readBody, type Listening } from './http.ts';
import { isRecord, type Json } from './json.ts';

export type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly type: string; readonly chunks: Iterable<string | Buffer> };

export type Asked = { readonly query: URLSearchParams; readonly body: Json };

/** The handlers of `GET /stats` and so on. */
export type Routes<Party> = Readonly<
  Record<string, (party: Party, asked: Asked) => Answer | Promise<Answer>>
>;

export const show = (json: unknown): Answer => ({ status: 200, json });
export const done: Answer = show({ done: true });
export const refuse = (words: string): Answer => ({ status: 400, json: { error: words } });
export const missing = (words: string): Answer => ({ status: 404, json: { error: words } });

const HERE = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;
const longestBodyOctets = 150_000_000;

/**
 * Starts it on 127.0.0.1; resolves with the server and its port. It answers only this machine, and
 * no page of another site in a browser here, even if that site's name resolves to this machine.
 */
export function listenManagement<Party>(
  party: Party,
  routes: Routes<Party>,
  port: number,
): Promise<Listening> {
  const server = createServer((request, response) => {
    serve(party, routes, request)
      .catch((error: unknown): Answer => ({ status: 500, json: { error: String(error) } }))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });
  return listenLocally(server, port);
}

async function serve<Party>(
  party: Party,
  routes: Routes<Party>,
  request: IncomingMessage,
): Promise<Answer> {
  const { host = '', origin } = request.headers;
  if (!HERE.test(host) || (origin !== undefined && origin !== `http://${host}`)) {
    return { status: 403, json: { error: 'another page may not do that' } };
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const route = routes[`${request.method} ${url.pathname}`];
  if (route === undefined) return missing(`one of ${Object.keys(routes).join(', ')}`);
  const bytes = await readBody(request, longestBodyOctets);
  if (bytes === undefined) return { status: 413, json: { error: 'the body is too long' } };
  try {
    const body: unknown = bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'));
    if (isRecord(body)) return await route(party, { query: url.searchParams, body });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuse('the body is not a JSON object');
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  const isJson = 'json' in answer;
  const chunks = isJson ? [`${JSON.stringify(answer.json, undefined, 1)}\n`] : answer.chunks;
  response.writeHead(answer.status, {
    'content-type': isJson ? 'application/json; charset=utf-8' : answer.type,
    'content-security-policy': isJson ? "default-src 'none'" : policyOf(answer.chunks),
    'x-content-type-options': 'nosniff',
  });
  for (const chunk of chunks) {
    const hasRoom = response.write(chunk);
    if (!hasRoom) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

/** Allows a page its own script and style, by hash, and nothing from elsewhere. */
function policyOf(chunks: Iterable<string | Buffer>): string {
  const page = Array.isArray(chunks) ? String(chunks[0]) : '';
  const hashOf = (tag: string): string => {
    const text = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  return [
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
}
