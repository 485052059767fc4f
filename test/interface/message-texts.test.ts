/** What messages say: for whom, never a code, and in the audit log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sendOk, type SendParameters } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson, visit } from '../support/people.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
});

const send = (text: string, mobile: string, change: Partial<SendParameters> = {}) =>
  sendOk(paigham.baseUrl, shop.write(text, mobile, change));

const untilIn = (id: string | number, state: string): Promise<boolean> =>
  eventually(`message ${id}`, async () => {
    const ask = v1At(paigham.baseUrl, shop.apiKey);
    return (await ask(`GET /v1/messages/${id}`)).body['state'] === state;
  });

describe('the text of a message', () => {
  it('is read by those whose role sees texts, and by nobody when it may be a code', async () => {
    const { admin } = paigham.world;
    const { accountId } = shop;
    const brand = { sender: shop.senders.brand };
    const id = await send('Dear Ali, we are open.', mobileOf(0, 901), brand);
    const code = await send('Your code is 7733.', mobileOf(0, 902));
    const list = [mobileOf(0, 903), mobileOf(0, 904)];
    const codes = await send('Your code is 7734.', list.join());
    await untilIn(id, 'delivered');
    for (const role of ['owner', 'manager', 'developer', 'viewer', 'agent'] as const) {
      const email = `${role}@texts.example`;
      await addPerson(admin, email, { accountId, role });
      const visitor = visit(paigham.baseUrl);
      await visitor.signIn(email);
      const seen = role === 'owner' || role === 'manager';
      const session = await visitor.ask('/v1/session');
      expect(session.body).toMatchObject({ accounts: [{ sees_texts: seen }] });
      const answer = await visitor.ask(`/v1/messages/${id}?texts=true`);
      if (role === 'agent') {
        expect(answer).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
        continue;
      }
      const told = seen
        ? { status: 200, body: { id: String(id), text: 'Dear Ali, we are open.' } }
        : { status: 403, body: { code: 'texts_hidden' } };
      expect(answer).toMatchObject(told);
      expect((await visitor.ask(`/v1/messages/${id}`)).body).not.toHaveProperty('text');
      if (!seen) continue;
      const hidden = await visitor.ask(`/v1/messages/${code}?texts=true`);
      expect(hidden).toMatchObject({ status: 200, body: { text: null } });
      const all = JSON.stringify((await visitor.ask('/v1/messages?texts=true&limit=200')).body);
      expect(all).toContain('Dear Ali, we are open.');
      expect(all).not.toContain('Your code');
    }
    expect(codes).toBeGreaterThan(0);
    const ask = v1At(paigham.baseUrl, shop.apiKey);
    expect(await ask(`GET /v1/messages/${id}?texts=true`)).toMatchObject({ status: 403 });
    const looks = (await ask('GET /v1/audit?action=message.text')).body.data;
    // Each of the two; the list, in which nothing else can be read, shows the same again.
    expect(looks.filter((it) => String(it['actor']).startsWith('user:'))).toHaveLength(2);
    expect(looks.at(-1)).toMatchObject({ detail: { message: String(id) } });
  });

  it('stands in the export that asks for it', async () => {
    const brand = { sender: shop.senders.brand };
    await untilIn(await send('=1+1 is on sale', mobileOf(0, 905), brand), 'delivered');
    const visitor = visit(paigham.baseUrl);
    await visitor.signIn('owner@texts.example');
    const headers = { cookie: visitor.cookie };
    const { baseUrl } = paigham;
    const path = `${baseUrl}/v1/exports/messages?recipient=${mobileOf(0, 905)}`;
    const plain = await (await fetch(path, { headers })).text();
    const full = await (await fetch(`${path}&texts=true`, { headers })).text();
    expect(plain).not.toContain('on sale');
    expect(full.split('\r\n')[0]).toBe(`${plain.split('\r\n')[0]},text`);
    expect(full).toContain("'=1+1 is on sale");
  });
});
