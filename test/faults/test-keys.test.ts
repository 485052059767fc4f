/** A test has its end whatever dies on the way, as anything else that was accepted. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { endLeases, startMortal, type Mortal } from '../support/mortal.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { makeTestKey } from '../support/test-key.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let tester: Shop;
let mortal: Mortal;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham({ withoutNode: true });
  await watch(paigham);
});

beforeEach(async () => {
  const shop = await openShop(paigham.world, { rupees: '1' });
  const apiKey = await makeTestKey(paigham, shop.accountId);
  tester = { ...shop, write: (...it) => ({ ...shop.write(...it), api_key: apiKey }), apiKey };
  mortal = await startMortal(paigham);
});

afterEach(async () => {
  await paigham.stop();
});

async function send(mobile: string): Promise<number> {
  const id = await sendOk(mortal.node.baseUrl, tester.write('In the middle', mobile));
  okIds.push(id);
  return id;
}

/** Another node takes over, and everything has its end there. */
async function delivered(id: number): Promise<void> {
  await endLeases(paigham);
  const node = await paigham.startNode();
  await eventually(`the end of ${id}`, async () => {
    const { delivery } = await fetchReport(node.baseUrl, tester.apiKey, { id });
    return delivery === 'DELIVERED';
  });
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

const state = async (id: number): Promise<number | undefined> => {
  const sql = 'select state from messages where id = $1';
  const [row] = await asker(paigham.db)<{ readonly state: number }>(sql, [id]);
  return row?.state;
};

describe('a node that dies', () => {
  it('between a test and its receipt: the receipt comes from another', async () => {
    const cut = mortal.wire.cutAt('insert-attempts', 'after the commit').then(mortal.die);
    const id = await send(mobileOf(0, 1));
    await cut;
    expect(await state(id)).toBe(2);
    await delivered(id);
  });

  it('before it could store that a test was taken: it is taken again, as one', async () => {
    const cut = mortal.wire.cutAt('insert-attempts', 'before the commit').then(mortal.die);
    const id = await send(mobileOf(0, 2));
    await cut;
    await delivered(id);
    const attempts = await asker(paigham.db)('select from attempts where message_id = $1', [id]);
    expect(attempts).toHaveLength(1);
  });

  it('as it stores the receipt of a test: the receipt is told once more', async () => {
    const cut = mortal.wire.cutAt('record-receipts', 'before the commit').then(mortal.die);
    const id = await send(mobileOf(0, 3));
    await cut;
    expect(await state(id)).toBe(2);
    await delivered(id);
  });

  it('with a thousand tests on their way: each has its end', async () => {
    const mobiles = Array.from({ length: 1_000 }, (_, at) => mobileOf(1, 10 + at));
    const id = await send(mobiles.join(','));
    await eventually('some are sent', async () => {
      const sent = 'select from messages where batch_id = $1 and state > 1 limit 1';
      return (await asker(paigham.db)(sent, [id])).length === 1;
    });
    mortal.die();
    await delivered(id);
  });
});
