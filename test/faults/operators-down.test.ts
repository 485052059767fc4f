/**
 * Two of four operators go down during a load: nothing is lost, nothing doubled without a recorded
 * ambiguity, and the customers of the other two notice nothing.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { pause, wallClock } from '../../src/kit/clock.ts';
import { addRoute, goAway, untilLinkIs } from '../support/health.ts';
import { startLoad } from '../support/load.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham({ behaviour: { answerDelayMs: 3, receiptDelayMs: 30 } });
  await watch(paigham);
  shop = await openShop(paigham.world, { rupees: '1000000' });
  // Jazz has another route; Ufone has none, so its messages wait.
  await addRoute(paigham, 'Jazz', 'zong');
  for (const link of ['jazz', 'zong', 'ufone', 'telenor']) await untilLinkIs(paigham, link, 'up');
});

/** How long messages of these operators took from acceptance to the operator, at worst. */
async function slowestMs(operators: readonly string[], from: number): Promise<number> {
  const [row] = await asker(paigham.db)<{ readonly ms: number }>(
    `select coalesce(max(extract(epoch from m.sent_at - m.accepted_at)) * 1000, 0)::int as ms
     from messages m join operators o on o.id = m.operator_id
     where o.name = any ($1::text[]) and m.accepted_at >= to_timestamp($2::float8 / 1000)`,
    [operators, from],
  );
  return row?.ms ?? 0;
}

describe('two of four operators', () => {
  it('that go down and come back cost nobody anything', async () => {
    const { jazz, ufone } = paigham.operators;
    const load = startLoad(paigham.baseUrl, 8, (index) =>
      shop.write(`Message ${index}`, mobileOf((index % 4) as 0, index)),
    );
    await pause(wallClock, 1_000);
    const downAtMs = wallClock.nowMs();
    await Promise.all([goAway(jazz), goAway(ufone)]);
    await untilLinkIs(paigham, 'jazz', 'down');
    await untilLinkIs(paigham, 'ufone', 'down');
    await pause(wallClock, 1_000);
    expect(await slowestMs(['Zong', 'Telenor'], downAtMs)).toBeLessThan(5_000);
    for (const operator of [jazz, ufone]) await operator.change({ accepting: true });
    await untilLinkIs(paigham, 'jazz', 'up');
    await untilLinkIs(paigham, 'ufone', 'up');
    await load.stop();
    expect([...load.refusals]).toEqual([]);
    await untilOver(paigham, { withinMs: 150_000 });
    expect(await breachesOf(paigham, load.okIds)).toEqual([]);
    expect(load.okIds.length).toBeGreaterThan(200);
  });
});
