/** What an account's own switches do: unverified, always 200, look-alikes (contract 1 and 5). */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { ask, dryRunOf, PATHS, shown, type Answer, type Parameters } from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

let paigham: Paigham;

beforeAll(async () => {
  paigham = await sharedPaigham();
});

function send(shop: Shop, change: Parameters = {}): Promise<Answer> {
  return ask(`${paigham.baseUrl}${PATHS.send}`, { ...dryRunOf(shop), ...change });
}

describe('an account that is not verified', () => {
  const open = (): Promise<Shop> =>
    openShop(paigham.world, { rupees: '100', settings: { verified: false } });

  it('is told that its verification was withdrawn, and what rests then', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const its = v1At(paigham.baseUrl, own.apiKey);
    const { admin } = paigham.world;
    const usable = async () => {
      const { data } = (await its('GET /v1/senders')).body;
      return Object.fromEntries(data.map((it) => [it['name'], it['usable']]));
    };
    const before = await usable();
    expect(Object.values(before)).not.toContain(false);
    must(await setAccount(admin, { accountId: own.accountId, verified: false }));
    expect(await usable()).toEqual({ ...before, [own.senders.brand]: false });
    const [notice] = (await its('GET /v1/notices')).body.data;
    expect(notice).toMatchObject({ kind: 'verification', state: 'withdrawn' });
  });

  it('may only use shared senders', async () => {
    const shop = await open();
    expect(shown(await send(shop))).toBe('200 DRY RUN: 1.50 PKR, 1 part, 1 recipient');
    const { brand, shortCode } = shop.senders;
    expect(shown(await send(shop, { sender: shortCode }))).toBe(
      '200 DRY RUN: 4.80 PKR, 1 part, 1 recipient',
    );
    expect(shown(await send(shop, { sender: brand }))).toBe(
      '403 12 : Access denied: only shared senders may be used until the account is verified',
    );
  });

  it('has the demo text appended before parts are counted', async () => {
    const shop = await open();
    const demoCharacters = ' -Demo message, account not verified.'.length;
    const withText = (characters: number): Promise<Answer> =>
      send(shop, { message: JSON.stringify({ text: 'x'.repeat(characters) }) });
    expect((await withText(160 - demoCharacters)).body).toContain('1 part,');
    expect((await withText(161 - demoCharacters)).body).toContain('2 parts,');
    must(await setAccount(paigham.world.admin, { accountId: shop.accountId, verified: true }));
    expect((await withText(160)).body).toContain('1 part,');
  });
});

describe('texts', () => {
  it('need type=unicode for letters outside GSM; look-alikes become GSM', async () => {
    const shop = await openShop(paigham.world, { rupees: '100' });
    const urdu = { message: '{"text":"سلام"}' };
    expect(shown(await send(shop, urdu))).toBe(
      "400 12 : Invalid text: 'س' at position 1 needs type=unicode (unicode: true at /v1/messages)",
    );
    expect((await send(shop, { ...urdu, type: 'unicode' })).status).toBe(200);
    const typed = { message: '{"text":"‘a’ – b…"}' };
    expect((await send(shop, typed)).status).toBe(200);
    const { accountId } = shop;
    must(await setAccount(paigham.world.admin, { accountId, lookalikes: false }));
    expect((await send(shop, typed)).status).toBe(400);
  });

  it('that fit GSM stay GSM even if unicode is requested, and cost less', async () => {
    const shop = await openShop(paigham.world, { rupees: '100' });
    const message = JSON.stringify({ text: 'x'.repeat(160) });
    expect((await send(shop, { message, type: 'unicode' })).body).toContain('1 part,');
  });
});

describe('always 200', () => {
  const cases = (shop: Shop): readonly [string, Parameters, string][] => [
    [PATHS.send, { api_key: shop.apiKey }, '4 : Error: sender is empty'],
    [PATHS.delivery, { api_key: shop.apiKey, id: '1' }, '12 : Invalid id: no such message'],
  ];

  it('for an account: its refusals come with 200, those of nobody do not', async () => {
    const shop = await openShop(paigham.world, { rupees: '1', settings: { always200: true } });
    for (const [path, parameters, body] of cases(shop)) {
      expect(shown(await ask(`${paigham.baseUrl}${path}`, parameters))).toBe(`200 ${body}`);
      expect((await ask(`${paigham.baseUrl}${path}`, { api_key: 'x' })).status).toBe(401);
    }
  });

  it('for the server: every refusal comes with 200, but an unknown path does not', async () => {
    const node = await paigham.startNode({ config: { roles: ['api'], always200: true } });
    const shop = await openShop(paigham.world, { rupees: '1' });
    for (const [path, parameters, body] of cases(shop)) {
      expect(shown(await ask(`${node.baseUrl}${path}`, parameters))).toBe(`200 ${body}`);
      expect((await ask(`${node.baseUrl}${path}`, { api_key: 'x' })).status).toBe(200);
    }
    expect((await ask(`${node.baseUrl}/api/nowhere.php`, {})).status).toBe(404);
  });
});
