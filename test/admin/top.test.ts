/** `paigham top`, on a running node. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { takeSeat } from './seat.ts';

const TOKEN = 'metrics-token-of-a-test-0123456789';
let paigham: Paigham;
let shop: Shop;
/** A node that asks for a token. */
let guarded: string;

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '10000' });
  guarded = (await paigham.startNode({ secrets: { metricsToken: TOKEN } })).baseUrl;
});

const sit = (seat: Parameters<typeof takeSeat>[1] = {}) => takeSeat({ paigham, shop }, seat);

type Link = { readonly link: string; readonly state: string; readonly taken: number };

describe('paigham top', () => {
  it('prints one picture with --once: the node, its links and how they are', async () => {
    const said: string[] = [];
    const printed = await sit({ said })('top', '--once', '--server', paigham.baseUrl);
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(said.join('\n')).toMatch(/^node +http:.*, Paigham \d[^]*^link +state +for +taken /m);
    expect(said.join('\n')).toMatch(/^jazz +up +0:\d\d +/m);
  });

  it('tells rates and latencies of what passed meanwhile', async () => {
    let isOver = false;
    const words = ['top', '--json', '--server', paigham.baseUrl];
    const looking = sit()(...words).finally(() => (isOver = true));
    for (let number = 1; !isOver; number += 1) {
      await sit()(
        ...['send', mobileOf(0, number), '--template', String(shop.transactional)],
        ...['--sender', shop.senders.shortCode, '--value', 'text=Ali'],
      );
    }
    const { out } = await looking;
    const picture = JSON.parse(out) as { readonly accepted: number; readonly links: Link[] };
    expect(picture.accepted).toBeGreaterThan(0);
    expect(picture).toMatchObject({ accept_ms: expect.any(Number) as number });
    expect(picture.links.find(({ link }) => link === 'jazz')?.taken).toBeGreaterThan(0);
  });

  it('draws until somebody leaves, and gives the terminal back', async () => {
    const drawn: string[] = [];
    let isClosed = false;
    const live = {
      draw: (text: string) => void drawn.push(text),
      hasLeft: () => drawn.length === 2,
      left: new Promise<void>(() => undefined),
      close: () => void (isClosed = true),
    };
    const said = await sit({ live })('top', '--server', paigham.baseUrl);
    expect(said).toMatchObject({ code: 0, out: '', err: '' });
    expect(drawn).toEqual([expect.stringContaining('jazz'), expect.stringContaining('jazz')]);
    expect(isClosed).toBe(true);
  });

  it('asks for the token of a node that wants one', async () => {
    const words = ['top', '--json', '--server', guarded];
    expect(await sit({ typed: TOKEN })(...words)).toMatchObject({ code: 0 });
    const refused = await sit({ typed: 'wrong' })(...words);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('set METRICS_TOKEN');
  });

  it('looks at the node of the settings with their token, or at another one', async () => {
    const node = { baseUrl: guarded, metricsToken: TOKEN };
    const looked = await sit({ node })('top', '--json');
    expect(looked).toMatchObject({ code: 0, out: expect.stringContaining(guarded) as string });
    const other = await sit({ node })('top', '--json', '--server', paigham.baseUrl);
    expect(other.out).toContain(paigham.baseUrl);
  });

  it('says within seconds that a node hangs', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const refused = await sit()('top', '--once', '--server', `http://127.0.0.1:${port}`);
    silent.close();
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('it says nothing');
  });

  it('says that a node cannot be reached', async () => {
    const refused = await sit()('top', '--once', '--server', 'http://127.0.0.1:2');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('Cannot use http://127.0.0.1:2');
  });
});
