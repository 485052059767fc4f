/**
 * Two of four operators go down during a load: nothing is lost, nothing doubled without a recorded
 * ambiguity, and the customers of the other two notice nothing.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
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

/** How many of these messages an operator has not got yet. */
async function waitingFor(operator: string, ids: readonly number[]): Promise<number> {
  const rows = await asker(paigham.db)(
    `select from messages m join operators o on o.id = m.operator_id
     where o.name = $1 and m.id = any ($2::bigint[]) and m.sent_at is null`,
    [operator, ids],
  );
  return rows.length;
}

describe('two of four operators', () => {
  it('that go down and come back cost nobody anything', async () => {
    const { jazz, ufone } = paigham.operators;
    const load = startLoad(paigham.baseUrl, 8, (index) =>
      shop.write(`Message ${index}`, mobileOf((index % 4) as 0, index)),
    );
    /** The next so many that are accepted. */
    const accept = async (count: number): Promise<readonly number[]> => {
      const from = load.okIds.length;
      await eventually('more are accepted', () => load.okIds.length >= from + count);
      return load.okIds.slice(from);
    };
    await accept(100);
    await Promise.all([goAway(jazz), goAway(ufone)]);
    await untilLinkIs(paigham, 'jazz', 'down');
    await untilLinkIs(paigham, 'ufone', 'down');
    const meanwhile = await accept(100);
    for (const operator of ['Zong', 'Telenor']) {
      await eventually('others get theirs', async () => !(await waitingFor(operator, meanwhile)));
    }
    expect(await waitingFor('Ufone', meanwhile)).toBeGreaterThan(0);
    for (const operator of [jazz, ufone]) await operator.change({ accepting: true });
    await untilLinkIs(paigham, 'jazz', 'up');
    await untilLinkIs(paigham, 'ufone', 'up');
    await load.stop();
    expect([...load.refusals]).toEqual([]);
    await untilOver(paigham);
    expect(await breachesOf(paigham, load.okIds)).toEqual([]);
    expect(load.okIds.length).toBeGreaterThan(200);
  });
});
