import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Listening } from './http.ts';
import { done, listenManagement } from './management.ts';

let listening: Listening;
beforeAll(async () => {
  listening = await listenManagement(undefined, { 'POST /deliver': () => done }, 0);
});
afterAll(() => {
  listening.server.close();
  listening.server.closeAllConnections();
});

function ask(headers: Readonly<Record<string, string>>): Promise<number> {
  const { port } = listening;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path: '/deliver', headers });
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject).end('{}');
  });
}

it.each([
  [200, { host: '127.0.0.1:27761' }],
  [200, { host: 'localhost:27761', origin: 'http://localhost:27761' }],
  [200, { host: '[::1]:27761' }],
  [403, { host: 'evil.example' }],
  [403, { host: 'evil.example:27761', origin: 'http://evil.example:27761' }],
  [403, { host: '127.0.0.1.evil.example' }],
  [403, { host: '127.0.0.1:27761', origin: 'http://evil.example' }],
  [403, { host: '127.0.0.1:27761', origin: 'http://127.0.0.1:8080' }],
  [403, { host: '127.0.0.1:27761', origin: 'null' }],
])('a management port answers %i to %j', async (status, headers) => {
  expect(await ask(headers)).toBe(status);
});
