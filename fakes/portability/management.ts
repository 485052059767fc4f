/** The HTTP port through which the directory is watched and told what to do. JSON in, JSON out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createManagement, listenLocally, readBody, type Listening } from '../kit/http.ts';
import { readChange } from './behaviour.ts';
import type { Admin } from './admin.ts';

type Answer = { readonly status: number; readonly json: unknown };
type Route = (admin: Admin, body: unknown) => Answer;

const longestBodyOctets = 1_048_576;
const shownNumbers = 1_000;

const refuse = (words: string): Answer => ({ status: 400, json: { error: words } });

const routes: Readonly<Record<string, Route>> = {
  'GET /': () => ({ status: 200, json: { pages: Object.keys(routes) } }),
  'GET /stats': (admin) => ({ status: 200, json: showStats(admin) }),
  'GET /asked': (admin) => ({ status: 200, json: { numbers: admin.asked.slice(-shownNumbers) } }),
  'GET /behaviour': (admin) => ({ status: 200, json: admin.behaviour }),
  'POST /behaviour': (admin, body) => {
    const read = readChange(body);
    if (!read.ok) return refuse(read.words);
    Object.assign(admin.behaviour, read.change);
    return { status: 200, json: admin.behaviour };
  },
  'POST /port': port,
  'POST /forget': (admin) => {
    admin.forget();
    return { status: 200, json: showStats(admin) };
  },
};

/** `{"923001234567":"CMPAK"}`: whose these numbers are from now on; '' for their first holder's. */
function port(admin: Admin, body: unknown): Answer {
  if (typeof body !== 'object' || body === null) return refuse('numbers and operators');
  const entries = Object.entries(body);
  for (const [number, operator] of entries) {
    if (!/^\d{8,15}$/.test(number) || typeof operator !== 'string') {
      return refuse(`${number}: digits with country code, and a word`);
    }
  }
  for (const [number, operator] of entries) admin.table.port(number, String(operator));
  return { status: 200, json: { numbers: entries.length } };
}

function showStats({ questions, asked, mostPerSecond, tooFast }: Admin): unknown {
  return { questions, numbers: asked.length, mostPerSecond, tooFast };
}

/** Starts it on 127.0.0.1; resolves with the server and its port. */
export function listenManagement(admin: Admin, wished: number): Promise<Listening> {
  const server = createManagement((request, response) => {
    serve(admin, request)
      .catch((error: unknown): Answer => ({ status: 500, json: { error: String(error) } }))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });
  return listenLocally(server, wished);
}

function send(response: ServerResponse, { status, json }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(json, undefined, 1)}\n`);
}

async function serve(admin: Admin, request: IncomingMessage): Promise<Answer> {
  const route = routes[`${request.method} ${request.url}`];
  if (route === undefined) {
    return { status: 404, json: { error: 'no such page', pages: Object.keys(routes) } };
  }
  const bytes = await readBody(request, longestBodyOctets);
  if (bytes === undefined) return { status: 413, json: { error: 'the body is too long' } };
  try {
    return route(admin, bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse('the body is not JSON');
    throw error;
  }
}
