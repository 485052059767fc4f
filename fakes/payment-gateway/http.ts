/** The port of the gateway: its API for shops, and the checkout where people pay. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, readBody, type Listening } from '../kit/http.ts';
import { isRecord } from '../kit/json.ts';
import type { Checkout, Gateway, Wished } from './gateway.ts';
import * as easypaisa from './easypaisa.ts';
import { FORM, inquire, INQUIRY, openByForm } from './jazzcash.ts';
import { serveCards } from './cards.ts';
import { giveRefund, listRefunds } from './refunds.ts';
import { checkoutPage, STYLE_HASH } from './page.ts';

const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_HASH}`,
  'img-src data:',
  "base-uri 'none'",
].join('; ');
const longestBodyOctets = 65_536;

/** Starts it on 127.0.0.1; resolves with the server and its port. */
export function listenHttp(gateway: Gateway, port: number): Promise<Listening> {
  const server = createServer((request, response) => {
    serve(gateway, request, response).catch(() => response.destroy());
  });
  return listenLocally(server, port);
}

async function serve(gateway: Gateway, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = (await readBody(request, longestBodyOctets))?.toString('utf8') ?? '';
  if (pathname.startsWith('/v1/')) {
    return serveShop(gateway, request, { response, pathname, body, searchParams });
  }
  if (request.method === 'POST' && pathname === FORM) {
    const opened = openByForm(gateway, body);
    if (opened === undefined) return page(response, 400, 'This form is refused.');
    response.writeHead(303, { location: `/pay/${opened.id}` }).end();
    return;
  }
  if (request.method === 'POST' && pathname === INQUIRY) {
    if (!fails(gateway, response)) json(response, 200, inquire(gateway, body));
    return;
  }
  if (request.method === 'POST' && pathname.startsWith('/easypay')) {
    return serveEasypaisa(gateway, request, { response, pathname, body });
  }
  const id = /^\/pay\/(chk_[0-9a-f]{24}|[TE][0-9a-f]{19})$/.exec(pathname)?.[1];
  const checkout = id === undefined ? undefined : gateway.checkouts.get(id);
  if (checkout === undefined) return page(response, 404, 'There is no such checkout.');
  if (request.method === 'POST') {
    const choice = new URLSearchParams(body).get('choice');
    if (choice === 'pay') gateway.end(checkout, 'paid');
    if (choice === 'decline') gateway.end(checkout, 'declined');
    if (checkout.id.startsWith('E')) {
      response.writeHead(303, { location: easypaisa.returnOf(checkout) }).end();
      return;
    }
    // Back to a shop of JazzCash the browser posts.
    const isPost = !checkout.id.startsWith('chk_');
    const location = isPost ? checkout.returnAddress : gateway.returnOf(checkout);
    response.writeHead(isPost ? 307 : 303, { location }).end();
    return;
  }
  page(response, 200, checkoutPage(checkout, gateway.stateOf(checkout)));
}

type Call = {
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly body: string;
};

function serveEasypaisa(gateway: Gateway, request: IncomingMessage, call: Call): void {
  const { response, pathname, body } = call;
  if (pathname === easypaisa.INQUIRY) {
    const { credentials = '' } = request.headers;
    if (fails(gateway, response)) return;
    json(response, 200, easypaisa.inquire(gateway, body, String(credentials)));
    return;
  }
  const opened = pathname === easypaisa.CONFIRM ? easypaisa.confirm(gateway, body) : undefined;
  const back = pathname === easypaisa.BEGIN ? easypaisa.begin(gateway, body) : undefined;
  const location = opened === undefined ? back : `/pay/${opened.id}`;
  if (location === undefined) return page(response, 400, 'This form is refused.');
  response.writeHead(303, { location }).end();
}

function serveShop(
  gateway: Gateway,
  request: IncomingMessage,
  call: Call & { readonly searchParams: URLSearchParams },
): void {
  const { response, pathname, body } = call;
  if (fails(gateway, response)) return;
  if (request.headers.authorization !== `Bearer ${gateway.key}`) {
    return json(response, 401, { error: 'who are you?' });
  }
  if (request.method === 'POST' && pathname === '/v1/checkouts') {
    const wished = readWished(body);
    if (wished === undefined) return json(response, 400, { error: 'this is no order' });
    const { id } = gateway.open(wished);
    const address = `http://${request.headers.host}/pay/${id}`;
    return json(response, 201, { id, address });
  }
  if (pathname === '/v1/cards' || pathname === '/v1/charges') {
    const given = serveCards(gateway, { pathname, body, searchParams: call.searchParams });
    if (given === undefined) response.destroy();
    else json(response, given.status, given.value);
    return;
  }
  if (pathname === '/v1/refunds') {
    const given =
      request.method === 'POST'
        ? giveRefund(gateway, body)
        : listRefunds(gateway, call.searchParams.get('checkout') ?? '');
    if (given === undefined) response.destroy();
    else json(response, given.status, given.value);
    return;
  }
  const asked = gateway.checkouts.get(pathname.slice('/v1/checkouts/'.length));
  if (request.method !== 'GET' || asked === undefined) {
    return json(response, 404, { error: 'there is no such checkout' });
  }
  return json(response, 200, gateway.show(asked));
}

/** Answers that something went wrong, as often as it was told to. */
function fails({ behaviour }: Gateway, response: ServerResponse): boolean {
  if (behaviour.failNext === 0) return false;
  behaviour.failNext -= 1;
  json(response, 500, { error: 'something went wrong' });
  return true;
}

function readWished(body: string): Wished | undefined {
  const read: unknown = JSON.parse(body);
  if (!isRecord(read)) return undefined;
  const names = ['reference', 'amount', 'currency', 'about', 'return_address', 'notify_address'];
  const values = names.map((name) => read[name]);
  if (!values.every((it) => typeof it === 'string' && it !== '')) return undefined;
  const [reference, amount, currency, about, returnAddress, notifyAddress] = values.map(String);
  if (!/^\d+\.\d\d$/.test(amount ?? '') || !URL.canParse(returnAddress ?? '')) return undefined;
  return {
    reference,
    amount,
    currency,
    about,
    returnAddress,
    notifyAddress,
    keep: read['keep'] === true,
  } as Pick<Checkout, keyof Wished>;
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function page(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
  });
  response.end(html);
}
