/**
 * The HTTP port: `GET /numbers/923001234567` for one number, `POST /numbers` with
 * `{"numbers":[…]}` for many.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, readBody, type Listening } from '../kit/http.ts';
import type { Admin, Entry } from './admin.ts';

const longestBodyOctets = 4_194_304;

/** Starts it on 127.0.0.1; resolves with the server and its port. */
export function listenHttp(admin: Admin, port: number): Promise<Listening> {
  const server = createServer((request, response) => {
    serve(admin, request, response).catch(() => response.destroy());
  });
  return listenLocally(server, port);
}

async function serve(admin: Admin, request: IncomingMessage, response: ServerResponse) {
  const single = /^\/numbers\/(\d{8,15})$/.exec(request.url ?? '')?.[1];
  const isBatch = request.method === 'POST' && request.url === '/numbers';
  if (single === undefined && !isBatch) return reply(response, 404, { error: 'no such page' });
  const numbers =
    single === undefined ? readNumbers(await readBody(request, longestBodyOctets)) : [single];
  if (numbers === undefined) return reply(response, 400, { error: 'numbers: a list of texts' });
  switch (await admin.hear('http', numbers)) {
    case 'silent':
      return;
    case 'fail':
      return reply(response, 500, { error: 'something went wrong' });
    case 'too_fast':
      return reply(response, 429, { error: 'too many numbers' });
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"numbers":[{"number":"92300');
      return;
    case 'answer': {
      const entries = numbers.map((number) => shown(admin.entry(number)));
      if (single === undefined) return reply(response, 200, { numbers: entries });
      const isKnown = admin.table.holder(single) !== undefined;
      return reply(response, isKnown ? 200 : 404, entries[0]);
    }
  }
}

function shown({ number, operator, isPorted }: Entry): unknown {
  return { number, operator: operator ?? null, ported: isPorted };
}

function readNumbers(bytes: Buffer | undefined): readonly string[] | undefined {
  try {
    const body: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    const numbers: unknown =
      typeof body === 'object' && body !== null && 'numbers' in body && body.numbers;
    if (!Array.isArray(numbers) || !numbers.every((it) => typeof it === 'string')) return undefined;
    return numbers;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function reply(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(json)}\n`);
}
