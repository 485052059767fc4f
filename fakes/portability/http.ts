/**
 * The HTTP port: `GET /numbers/923001234567` for one number, `POST /numbers` with
 * `{"numbers":[…]}` for many.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Desk, Entry } from './desk.ts';

const longestBodyOctets = 4_194_304;

/** Starts it on 127.0.0.1; resolves with the server and its port. */
export function listenHttp(
  desk: Desk,
  port: number,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((request, response) => {
    serve(desk, request, response).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse) {
  const single = /^\/numbers\/(\d{8,15})$/.exec(request.url ?? '')?.[1];
  const isBatch = request.method === 'POST' && request.url === '/numbers';
  if (single === undefined && !isBatch) return reply(response, 404, { error: 'no such page' });
  const numbers = single === undefined ? readNumbers(await readBody(request)) : [single];
  if (numbers === undefined) return reply(response, 400, { error: 'numbers: a list of texts' });
  switch (await desk.hear('http', numbers)) {
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
      const entries = numbers.map((number) => shown(desk.entry(number)));
      if (single === undefined) return reply(response, 200, { numbers: entries });
      const isKnown = desk.table.holder(single) !== undefined;
      return reply(response, isKnown ? 200 : 404, entries[0]);
    }
  }
}

function shown({ number, operator, isPorted }: Entry): unknown {
  return { number, operator: operator ?? null, ported: isPorted };
}

function readNumbers(text: string | undefined): readonly string[] | undefined {
  try {
    const body: unknown = JSON.parse(text ?? '');
    const numbers: unknown =
      typeof body === 'object' && body !== null && 'numbers' in body && body.numbers;
    if (!Array.isArray(numbers) || !numbers.every((it) => typeof it === 'string')) return undefined;
    return numbers;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let octets = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    octets += chunk.length;
    if (octets > longestBodyOctets) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(json)}\n`);
}
