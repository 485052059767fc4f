/** A delivery that fails after the operator took it: refunded where the tariff says so. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { setTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

let story: Story;

beforeAll(async () => {
  story = await beginStory({ behaviour: { receiptState: 'UNDELIV', receiptDelayMs: 10 } });
});

async function setRefunding(refundFailed: boolean): Promise<void> {
  const { world } = story.paigham;
  const price = { senderRoute: 'short_code', partPriceMicros: micros(4_000_000n) } as const;
  const always = { operator: undefined, validFromMs: undefined, accountId: story.shop.accountId };
  must(await setTariff(world.admin, { ...price, ...always, refundFailed }));
}

const text = 'x'.repeat(300);

describe('a failed delivery', () => {
  it('stays charged with the default tariffs', async () => {
    const before = await story.balance();
    await story.until(await story.send(text, mobileOf(0, 1)), 'FAILED');
    expect(before - (await story.balance())).toBeCloseTo(9.6, 6);
    expect(await story.breaches()).toEqual([]);
  });

  it('is refunded whole where the tariff says so; the refund names the charge', async () => {
    await setRefunding(true);
    const before = await story.balance();
    const id = await story.send(text, mobileOf(0, 2));
    await story.until(id, 'FAILED');
    expect(await story.breaches()).toEqual([]);
    expect(await story.balance()).toBe(before);
    const [refund] = await story.paigham.db.read(
      plain<{ readonly named: boolean }>(
        'test-refund',
        `select t.refers_to = m.settle_id as named from transfers t
       join messages m on m.account_id = t.account_id and m.id = $1 where t.kind = 'refund'`,
      ),
      [id],
    );
    expect(refund?.named).toBe(true);
  });

  it('is refunded once, however often it is reported', async () => {
    const before = await story.balance();
    await story.paigham.behave({ receiptTwicePercent: 100, receiptContradictoryPercent: 100 });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => story.send('Once', mobileOf(0, 10 + index))),
    );
    expect(await story.breaches()).toEqual([]);
    expect(await story.balance()).toBe(before);
  });

  it('is refunded where its answer was lost, and the charge came after the failure', async () => {
    const config = { answerTimeoutMs: 150, ambiguous: 'reconcile' };
    must(await setLink(story.paigham.world.admin, { name: 'zong', config }));
    const { zong } = story.paigham.operators;
    await eventually('the new settings', () => zong.tally.counts.binds === 2);
    await zong.change({ ignoreNext: 1 });
    const before = await story.balance();
    await story.until(await story.send(text, mobileOf(1, 1)), 'FAILED');
    expect(await story.breaches()).toEqual([]);
    expect(await story.balance()).toBe(before);
  });

  it('keeps the promise of the tariff it was sent under', async () => {
    const before = await story.balance();
    await story.paigham.behave({ receiptDelayMs: 4_000 });
    const id = await story.send('Under the old tariff', mobileOf(0, 50));
    await story.until(id, 'SENT');
    await setRefunding(false);
    await story.until(id, 'FAILED');
    expect(await story.balance()).toBe(before);
    await story.paigham.behave({ receiptDelayMs: 10 });
    await story.until(await story.send('Under the new one', mobileOf(0, 51)), 'FAILED');
    expect(before - (await story.balance())).toBeCloseTo(4, 6);
    expect(await story.breaches()).toEqual([]);
  });
});
