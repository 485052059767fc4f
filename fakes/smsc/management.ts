/** The HTTP port through which an operator is watched and told what to do. JSON in, JSON out. */

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createManagement, listenLocally, readBody, type Listening } from '../kit/http.ts';
import { isRecord } from '../kit/json.ts';
import { readBehaviour } from './knobs.ts';
import type { Operator } from './operator.ts';
import { showMessages, showPdu } from './show.ts';
import { composeInbound } from './subscriber.ts';

type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly type: string; readonly chunks: Iterable<string> };
type Asked = { readonly query: URLSearchParams; readonly body: unknown };
type Route = (operator: Operator, asked: Asked) => Answer | Promise<Answer>;

const longestBodyOctets = 1_048_576;
const mostShown = 10_000;
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8');

const done: Answer = { status: 200, json: { done: true } };
const refuse = (words: string): Answer => ({ status: 400, json: { error: words } });

const routes: Readonly<Record<string, Route>> = {
  'GET /': () => ({ status: 200, type: 'text/html; charset=utf-8', chunks: [page] }),
  'GET /stats': (operator) => ({ status: 200, json: showStats(operator) }),
  'GET /behaviour': (operator) => ({ status: 200, json: operator.behaviour }),
  'POST /behaviour': changeBehaviour,
  'GET /messages': showLast,
  'GET /copies': showCopies,
  'GET /capture': showCapture,
  'POST /deliver': deliver,
  'POST /raw': sendRaw,
  'POST /drop': (operator) => {
    for (const link of operator.links.values()) link.drop('as told');
    return done;
  },
  'POST /unbind': (operator) => {
    for (const link of operator.links.values()) link.unbind();
    return done;
  },
  'POST /outbind': (operator) => {
    const { systemId, password } = operator.options;
    for (const link of operator.links.values()) link.outbind(systemId, password);
    return done;
  },
  'POST /reset': async (operator) => {
    await operator.reset();
    return done;
  },
};

/** Starts the management port on 127.0.0.1; resolves with the server and its port. */
export function listenManagement(operator: Operator, port: number): Promise<Listening> {
  const server = createManagement((request, response) => {
    serve(operator, request)
      .catch((error: unknown): Answer => ({ status: 500, json: { error: String(error) } }))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });
  return listenLocally(server, port);
}

async function serve(operator: Operator, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const route = routes[`${request.method} ${url.pathname}`];
  if (route === undefined) {
    return { status: 404, json: { error: 'no such page', pages: Object.keys(routes) } };
  }
  const bytes = await readBody(request, longestBodyOctets);
  if (bytes === undefined) return { status: 413, json: { error: 'the body is too long' } };
  let body: unknown;
  try {
    body = bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse('the body is not JSON');
    throw error;
  }
  return route(operator, { query: url.searchParams, body });
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  if ('json' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(`${JSON.stringify(answer.json, undefined, 1)}\n`);
    return;
  }
  response.writeHead(answer.status, { 'content-type': answer.type });
  for (const chunk of answer.chunks) {
    const hasRoom = response.write(chunk);
    if (!hasRoom) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

function showStats(operator: Operator): unknown {
  const links = [...operator.links.values()].map(({ number, systemId, mode, sinceMs }) => {
    return { number, systemId, mode, since: new Date(sinceMs).toISOString() };
  });
  return {
    name: operator.options.name,
    links,
    waitingReceipts: operator.waiting(),
    ...operator.tally.show(),
    copies: { different: operator.copies.size(), overflow: operator.copies.overflow },
  };
}

async function changeBehaviour(operator: Operator, { body }: Asked): Promise<Answer> {
  const read = readBehaviour(body);
  if (!read.ok) return refuse(read.words);
  await operator.change(read.change);
  return { status: 200, json: operator.behaviour };
}

function showLast(operator: Operator, { query }: Asked): Answer {
  const last = Number(query.get('last') ?? 100);
  if (!Number.isInteger(last) || last < 0 || last > mostShown) {
    return refuse(`last is a number from 0 to ${mostShown}`);
  }
  const pdus = operator.heard.last(last).map(showPdu);
  return { status: 200, json: { pdus, messages: showMessages(pdus) } };
}

/** One line of JSON for each different message; with `taken=2` those taken at least twice. */
function showCopies(operator: Operator, { query }: Asked): Answer {
  const heardAtLeast = Number(query.get('heard') ?? 1);
  const takenAtLeast = Number(query.get('taken') ?? 0);
  function* lines(): Generator<string> {
    for (const copies of operator.copies.entries()) {
      if (copies.heard < heardAtLeast || copies.taken < takenAtLeast) continue;
      yield `${JSON.stringify(copies)}\n`;
    }
    const { overflow } = operator.copies;
    if (overflow > 0) yield `${JSON.stringify({ incomplete: overflow })}\n`;
  }
  return { status: 200, type: 'application/x-ndjson; charset=utf-8', chunks: lines() };
}

function showCapture(operator: Operator, { query }: Asked): Answer {
  const capture = operator.links.get(Number(query.get('link')))?.capture;
  if (capture === undefined) return { status: 404, json: { error: 'no capture of that link' } };
  return { status: 200, type: 'text/plain; charset=utf-8', chunks: [capture.print()] };
}

function deliver(operator: Operator, { body }: Asked): Answer {
  const inbound = composeInbound(body);
  if (!inbound.ok) return refuse(inbound.words);
  const bound = [...operator.links.values()].find(({ systemId }) => systemId !== '');
  const systemId = inbound.systemId ?? bound?.systemId ?? operator.options.systemId;
  for (const message of inbound.parts) operator.deliver(systemId, message);
  return { status: 200, json: { systemId, parts: inbound.parts.length } };
}

function sendRaw(operator: Operator, { body }: Asked): Answer {
  const hex = isRecord(body) ? body['hex'] : undefined;
  if (typeof hex !== 'string') return refuse('hex: octets to put on every link');
  const links = [...operator.links.values()];
  for (const link of links) link.sendRaw(Buffer.from(hex, 'hex'));
  return { status: 200, json: { links: links.length } };
}
