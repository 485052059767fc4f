/** A receipt may come before the answer to its submission, with it, or between the parts'. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../fakes/smsc/knobs.ts';
import { sendOk } from '../support/caller.ts';
import { PLAIN_BEHAVIOUR, startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let shop: Shop;
let sent = 0;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham();
  await watch(paigham);
  shop = await openShop(paigham.world, { rupees: '1000000' });
});

beforeEach(async () => {
  await paigham.behave(PLAIN_BEHAVIOUR);
});

/** Many messages of one part and of three at once, until every one has ended. */
async function sendMany(behaviour: Partial<Behaviour>): Promise<void> {
  await paigham.behave(behaviour);
  for (let round = 0; round < 5; round += 1) {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        sent += 1;
        const text = `${sent} ${'x'.repeat(index % 2 === 0 ? 10 : 320)}`;
        return sendOk(paigham.baseUrl, shop.write(text, mobileOf((sent % 4) as 0, sent)));
      }),
    );
    okIds.push(...ids);
  }
  await untilOver(paigham);
}

/** How messages ended, and how many parts have no receipt. */
async function outcome() {
  const ask = asker(paigham.db);
  const states = await ask<{ readonly state: number; readonly messages: number }>(
    'select state, count(*) as messages from messages group by state order by state',
  );
  const [parts] = await ask<{ readonly silent: number; readonly parked: number }>(`
    select (select count(*) from attempts where receipt_state is null) as silent,
           (select count(*) from receipts where kind = 'early') as parked`);
  return { states: states.map(({ state }) => state), ...parts };
}

const delivered = { states: [4], silent: 0, parked: 0 };

describe('receipts that come', () => {
  it.each([
    ['just before the answer', { receiptBeforeAnswer: true }],
    ['well before a slow answer', { receiptDelayMs: 5, answerDelayMs: 60 }],
    ['about when the answer comes', { receiptDelayMs: 8, answerDelayMs: 5, answerJitterMs: 10 }],
    ['at once, answers in any order', { receiptDelayMs: 0, answerJitterMs: 25 }],
    ['late', { receiptDelayMs: 300, receiptJitterMs: 300 }],
    ['twice', { receiptDelayMs: 5, answerJitterMs: 10, receiptTwicePercent: 100 }],
  ])('%s close their messages once', async (_, behaviour) => {
    await sendMany(behaviour);
    expect(await outcome()).toEqual(delivered);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('followed by a contradiction keep the first state', async () => {
    await sendMany({ receiptDelayMs: 5, answerJitterMs: 10, receiptContradictoryPercent: 100 });
    expect(await outcome()).toMatchObject({ states: [4], silent: 0 });
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});
