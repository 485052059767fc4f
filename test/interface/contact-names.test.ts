/** The name of a contact stands where messages to it are shown. */
import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/durations.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

it('a contact is named in lists of messages and in each, to its own account', async () => {
  const paigham = await sharedPaigham();
  const shop = await openShop(paigham.world, { rupees: '100' });
  const other = await openShop(paigham.world, { rupees: '1' });
  const [ask, stranger] = [shop, other].map((its) => v1At(paigham.baseUrl, its.apiKey));
  if (ask === undefined || stranger === undefined) throw new Error('two shops were opened');
  const [known, unknown] = [mobileOf(0, 71), mobileOf(0, 72)];
  await ask('POST /v1/contacts', { mobile: known, name: 'Bilal' });
  await stranger('POST /v1/contacts', { mobile: unknown, name: 'Somebody else' });
  const written = {
    sender: shop.senders.shared,
    template_id: String(shop.transactional),
  };
  const sent = { ...written, recipients: [known, unknown], values: { text: 'Hello' } };
  const tomorrow = new Date(paigham.world.admin.clock.nowMs() + DAY_MS).toISOString();

  expect(await ask('POST /v1/messages', { ...sent, send_at: tomorrow })).toMatchObject({
    status: 201,
  });
  const listed = (await ask('GET /v1/messages?limit=2')).body.data;
  expect(new Map(listed.map((it) => [it['recipient'], it['name']]))).toEqual(
    new Map([
      [known, 'Bilal'],
      [unknown, null],
    ]),
  );
  const first = listed.find((it) => it['recipient'] === known);
  const one = await ask(`GET /v1/messages/${String(first?.['id'])}`);
  expect(one.body).toMatchObject({ name: 'Bilal' });
  const cancelled = await ask(`DELETE /v1/messages/${String(first?.['id'])}`);
  expect(cancelled).toMatchObject({ status: 200, body: { name: 'Bilal', state: 'cancelled' } });
});
