/** Who may call, from where, and how changes take effect at once (contract sections 1 and 3). */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccountState, setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { rotateKey } from '../../src/features/keys/keys.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { limit } from '../../src/domain/limits.ts';
import { ask, dryRunOf, PATHS, shown, type Parameters } from '../support/ask.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
/** Trusts X-Forwarded-For from this machine. */
let behindProxy: Node;

beforeAll(async () => {
  paigham = await startPaigham();
  behindProxy = await paigham.startNode({ config: { trustedProxies: ['127.0.0.0/8'] } });
});

const DENIED = '403 1 : Access denied: this IP address is not on the list of the account';
const REFUSED = '401 1 : Invalid API key: unknown, expired, or account disabled';

/** A send, which the IP list guards, and what it does not guard; each a valid request. */
const requests = (shop: Shop): readonly [string, Parameters][] => [
  [PATHS.send, { ...dryRunOf(shop), sender: shop.senders.shortCode }],
  [PATHS.balance, { api_key: shop.apiKey }],
  [PATHS.delivery, { api_key: shop.apiKey, id: '1' }],
];

async function statusesOf(
  shop: Shop,
  node: Node = paigham.node,
  headers: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const answers = requests(shop).map(([path, parameters]) =>
    ask(`${node.baseUrl}${path}`, parameters, { headers }).then(shown),
  );
  return Promise.all(answers);
}

const OPEN = [
  '200 DRY RUN: 4.80 PKR, 1 part, 1 recipient',
  '200 10.00',
  '404 12 : Invalid id: no such message',
];
/** Nothing but sends is refused. */
const KEPT_OUT = [DENIED, ...OPEN.slice(1)];

const openWith = (ipList: readonly string[]): Promise<Shop> =>
  openShop(paigham.world, { rupees: '10', settings: { ipList } });

describe('the IP list', () => {
  it.each([[[]], [['127.0.0.1']], [['192.0.2.1', '127.0.0.0/8']]])(
    '%j lets us in',
    async (list) => {
      expect(await statusesOf(await openWith(list))).toEqual(OPEN);
    },
  );

  it('keeps out sends of anyone not on it, and nothing else', async () => {
    const shop = await openWith(['192.0.2.0/24', '2001:db8::/32']);
    expect(await statusesOf(shop)).toEqual(KEPT_OUT);
    const templates = await ask(`${paigham.baseUrl}${PATHS.templates}`, { api_key: shop.apiKey });
    expect(templates.status).toBe(200);
  });

  it('is not fooled by a header that the caller wrote', async () => {
    const shop = await openWith(['192.0.2.0/24']);
    const headers = { 'X-Forwarded-For': '192.0.2.1', 'X-Real-IP': '192.0.2.1' };
    expect(await statusesOf(shop, paigham.node, headers)).toEqual(KEPT_OUT);
  });

  it.each([
    ['192.0.2.1', OPEN],
    ['198.51.100.1, 192.0.2.1', OPEN],
    ['192.0.2.1, 198.51.100.1', KEPT_OUT],
    ['192.0.2.1, 127.0.0.1', OPEN],
    ['192.0.2.1, unknown', KEPT_OUT],
    ['', KEPT_OUT],
  ])('behind a trusted proxy that forwards %j', async (forwardedFor, expected) => {
    const shop = await openWith(['192.0.2.0/24']);
    const headers = { 'X-Forwarded-For': forwardedFor };
    expect(await statusesOf(shop, behindProxy, headers)).toEqual(expected);
  });

  it('takes effect at once when it is changed, either way, on every node', async () => {
    const shop = await openWith([]);
    const { accountId } = shop;
    const { admin } = paigham.world;
    expect(await statusesOf(shop)).toEqual(OPEN);
    expect(await statusesOf(shop, behindProxy)).toEqual(OPEN);
    must(await setAccount(admin, { accountId, ipList: ['192.0.2.1'] }));
    expect(await statusesOf(shop)).toEqual(KEPT_OUT);
    expect(await statusesOf(shop, behindProxy)).toEqual(KEPT_OUT);
    must(await setAccount(admin, { accountId, ipList: [] }));
    expect(await statusesOf(shop)).toEqual(OPEN);
    expect(await statusesOf(shop, behindProxy)).toEqual(OPEN);
  });
});

describe('a key', () => {
  const everywhere = [REFUSED, REFUSED, REFUSED];

  it('is refused at once when it has been replaced', async () => {
    const shop = await openWith([]);
    expect(await statusesOf(shop)).toEqual(OPEN);
    const { accountId } = shop;
    const { apiKey } = must(await rotateKey(paigham.world.admin, { accountId, graceMs: 0 }));
    expect(await statusesOf(shop)).toEqual(everywhere);
    expect(await statusesOf({ ...shop, apiKey })).toEqual(OPEN);
  });

  it('stays valid for its grace period', async () => {
    const shop = await openWith([]);
    const { accountId } = shop;
    must(await rotateKey(paigham.world.admin, { accountId, graceMs: 60_000 }));
    expect(await statusesOf(shop)).toEqual(OPEN);
  });

  it('is refused at once when its account is disabled, and works again afterwards', async () => {
    const shop = await openWith([]);
    const { accountId } = shop;
    const { admin } = paigham.world;
    expect(await statusesOf(shop)).toEqual(OPEN);
    must(await setAccountState(admin, { accountId, state: 'disabled' }));
    expect(await statusesOf(shop)).toEqual(everywhere);
    must(await setAccountState(admin, { accountId, state: 'active' }));
    expect(await statusesOf(shop)).toEqual(OPEN);
  });

  it('in another case, or a part of it, is not a key', async () => {
    const { apiKey } = await openWith([]);
    const swapped = apiKey.replaceAll(/[a-zA-Z]/g, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const guess of [swapped, apiKey.slice(0, -1), `${apiKey}x`, `${apiKey},${apiKey}`]) {
      const answer = await ask(`${paigham.baseUrl}${PATHS.balance}`, { api_key: guess });
      expect(shown(answer)).toBe(REFUSED);
    }
  });
});

it('guessing keys gets slower, but right keys from the same address do not', async () => {
  const node = await paigham.startNode();
  const url = `${node.baseUrl}${PATHS.balance}`;
  const shop = await openWith([]);
  for (let tries = 0; tries < limit('wrongKeysPerMinute'); tries += 1) {
    expect(shown(await ask(url, { api_key: `guess${tries}` }))).toBe(REFUSED);
  }
  const slowed = await ask(url, { api_key: 'one more' });
  expect(shown(slowed)).toBe(
    '429 1 : Invalid API key: too many wrong keys from this address, try again later',
  );
  expect(slowed.headers.get('retry-after')).toBe('60');
  expect(await statusesOf(shop, node)).toEqual(OPEN);
});
