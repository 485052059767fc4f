/** For tests: a platform with a callback that listens, and short ways to ask both ports. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord, recordsOf, type Json } from './json.ts';
import type { PlatformOptions } from './options.ts';
import { startChatPlatform, type RunningPlatform } from './start.ts';
import { sign } from './webhooks/wire.ts';

export const ids = {
  app: '100000000000001',
  account: '200000000000001',
  number: '300000000000001',
} as const;

export const token = 'simulated-token';
const secret = 'simulated-app-secret';

export type Told = {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
  /** Signed with the app's secret over these very octets. */
  readonly isSigned: boolean;
};

export type Answered = { readonly status: number; readonly json: Json };

export type Stage = RunningPlatform & {
  /** What the callback was told, in the order of arrival. */
  readonly told: Told[];
  readonly callbackUrl: string;
  /** What the callback answers; 200 unless changed. */
  answer: number;
  graph(method: string, path: string, body?: unknown): Promise<Answered>;
  send(body: Json): Promise<Answered>;
  manage(path: string, body?: Json): Promise<Answered>;
  /** Moves its clock on, and with it whatever falls due on the way. */
  advance(advanceMs: number): Promise<Answered>;
  /** Statuses that were told so far, each with its own object. */
  statuses(): readonly Json[];
  /** Waits until there is as much as is expected. */
  until(condition: () => boolean): Promise<void>;
};

/** Its clock stands still, so that nothing happens before it is advanced. */
export async function setStage(options: Partial<PlatformOptions> = {}): Promise<Stage> {
  const told: Told[] = [];
  const callback = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const { headers } = request;
      const isSigned = headers['x-hub-signature-256'] === sign(secret, bytes);
      const text = bytes.toString('utf8');
      const body: unknown = JSON.parse(text);
      told.push({ headers, text, isSigned, body: isRecord(body) ? body : {} });
      response.writeHead(stage.answer).end('ok');
    });
  });
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  const callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/hook`;
  const apps = [{ id: ids.app, secret, callbackUrl }];
  const running = await startChatPlatform({ port: 0, managementPort: 0, apps, ...options });
  running.platform.clock.freeze();
  const graph: Stage['graph'] = (method, path, body) =>
    ask(`${running.url}/v25.0/${path}`, method, body);
  const manage: Stage['manage'] = (path, body) =>
    ask(running.managementUrl + path, body ? 'POST' : 'GET', body);
  const stage: Stage = {
    ...running,
    told,
    callbackUrl,
    answer: 200,
    graph,
    send: (body) =>
      graph('POST', `${ids.number}/messages`, { messaging_product: 'whatsapp', ...body }),
    manage,
    advance: (advanceMs) => manage('/clock', { advanceMs }),
    statuses: () =>
      told.flatMap((it) => valuesOf(it.body)).flatMap((it) => recordsOf(it['statuses'])),
    async until(condition) {
      const endMs = performance.now() + 10_000;
      while (!condition()) {
        if (performance.now() > endMs) throw new Error('it never came');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      await running.close();
      callback.close();
      callback.closeAllConnections();
    },
  };
  return stage;
}

/** The values of all changes of all entries. */
export function valuesOf(body: Json): readonly Json[] {
  const changes = recordsOf(body['entry']).flatMap((it) => recordsOf(it['changes']));
  return changes.map((it) => it['value']).filter(isRecord);
}

async function ask(url: string, method: string, body: unknown): Promise<Answered> {
  const isPlain = body === undefined || body instanceof FormData || Buffer.isBuffer(body);
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(isPlain ? {} : { 'content-type': 'application/json' }),
    },
  };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(url, init);
  const json: unknown = await answer.json();
  return { status: answer.status, json: isRecord(json) ? json : {} };
}

/** A template without variables, to a number. */
export const hello = (to: string): Json => ({
  to,
  type: 'template',
  template: { name: 'hello_world', language: { code: 'en_US' } },
});

export const text = (to: string, words = 'Salaam'): Json => ({
  to,
  type: 'text',
  text: { body: words },
});
