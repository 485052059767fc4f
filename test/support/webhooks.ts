/** A webhook receiver as customers write one, and the calls that send events to it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import type { ShownEvent } from '../../src/features/events/show-events.http.ts';
import { afterFile } from './after-file.ts';
import { eventually } from './eventually.ts';
import type { Shop } from './shop.ts';
import { startWebSite } from './web-site.ts';

export type Receiver = {
  readonly url: string;
  /** What was received and verified, in order. */
  readonly events: readonly ShownEvent[];
  /** Why posts could not be verified. */
  readonly forged: readonly unknown[];
  /** The secret whose signature it accepts. */
  trust(secret: string): void;
  /** How it answers from now on; absent: 204. */
  answer(by: RequestListener | undefined): void;
};

/** Starts a receiver that verifies with the public package `standardwebhooks`. */
export async function startReceiver(): Promise<Receiver> {
  const events: ShownEvent[] = [];
  let verifier: Verifier | undefined;
  let by: RequestListener | undefined;
  const forged: unknown[] = [];
  const take = async (request: IncomingMessage, to: ServerResponse): Promise<void> => {
    const body = await readAll(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      events.push(verifier?.verify(body, headers) as ShownEvent);
    } catch (error) {
      forged.push(error);
    }
    if (by === undefined) to.writeHead(204).end();
    else by(request, to);
  };
  const site = await startWebSite({
    host: '127.0.0.1',
    answer: (request, to) => void take(request, to),
  });
  afterFile(async () => site.close());
  return {
    url: `http://127.0.0.1:${site.port}/hook`,
    events,
    forged,
    trust: (secret) => void (verifier = new Verifier(secret)),
    answer: (next) => void (by = next),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export type HookAnswer = {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly id: string; readonly secret: string };
};

/** Calls `/v1/webhooks` and everything below it. */
export async function callWebhooks(
  baseUrl: string,
  { apiKey }: Pick<Shop, 'apiKey'>,
  call: {
    readonly method?: string;
    readonly path?: string;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<HookAnswer> {
  const { method = 'GET', path = '', body, headers = {} } = call;
  const response = await fetch(`${baseUrl}/v1/webhooks${path}`, {
    method,
    headers: {
      ...{ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const read = (text === '' ? {} : JSON.parse(text)) as HookAnswer['body'];
  return { status: response.status, body: read };
}

/** Creates a webhook for a receiver, and has the receiver trust it. Returns its id. */
export async function leadTo(
  baseUrl: string,
  shop: Pick<Shop, 'apiKey'>,
  receiver: Receiver,
  more: object = {},
): Promise<string> {
  const call = { method: 'POST', body: { url: receiver.url, ...more } };
  const { status, body } = await callWebhooks(baseUrl, shop, call);
  if (status !== 201) throw new Error(JSON.stringify(body));
  receiver.trust(body.secret);
  return body.id;
}

/** Waits until a receiver has got an event of this type about a message. */
export function untilReceived(
  { events }: Receiver,
  message: string | number,
  type: string,
): Promise<ShownEvent> {
  return eventually(`${type} of ${message}`, () =>
    events.find((it) => it.type === type && (it.data as { id: string }).id === String(message)),
  );
}
