/** A node that dies while finding out what became of lost answers; and three days of silence. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { endLeases, hurriedClock, startMortal } from '../support/mortal.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

const ZONG = 1;
const HOUR_MS = 3_600_000;

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham({
    withoutNode: true,
    link: {
      answerTimeoutMs: 300,
      ambiguous: 'reconcile',
      reconcileWithinMs: 5_000,
      querySm: 'by_reference',
    },
  });
  await watch(paigham);
  shop = await openShop(paigham.world, { rupees: '1000' });
});

async function countLost(where: string): Promise<number> {
  const [row] = await asker(paigham.db)<{ readonly many: number }>(
    `select count(*) as many from queue where lost_until is not null and ${where}`,
  );
  return row?.many ?? 0;
}

async function wordOf(baseUrl: string, id: number): Promise<string> {
  return (await fetchReport(baseUrl, shop.apiKey, { id })).delivery;
}

/** Messages to Zong whose answers are lost, and on which the operator stays silent. */
async function loseAnswers(baseUrl: string): Promise<readonly number[]> {
  await paigham.behave({ ignoreNext: 3, receiptNeverPercent: 100, queryAnswer: 'silent' });
  const texts = ['Who knows', `Who knows ${'x'.repeat(200)}`];
  const ids = await Promise.all(
    texts.map((text, index) => sendOk(baseUrl, shop.write(text, mobileOf(ZONG, index)))),
  );
  await eventually('every loss', async () => (await countLost('true')) === 2);
  return ids;
}

describe('a node that dies', () => {
  it('while a lost answer waits for an explanation leaves it to the next, which asks', async () => {
    const mortal = await startMortal(paigham);
    const ids = await loseAnswers(mortal.node.baseUrl);
    mortal.die();
    await paigham.behave({ queryAnswer: 'by_reference', queryState: 'DELIVRD' });
    await endLeases(paigham);
    const heir = await paigham.startNode();
    for (const id of ids) {
      await eventually('delivered', async () => (await wordOf(heir.baseUrl, id)) === 'DELIVERED');
    }
    expect(paigham.operators.zong.tally.counts.taken).toBe(3);
    expect(await breachesOf(paigham, ids)).toEqual([]);
    await heir.stop();
  });

  it('while asking leaves the question to the next: one copy, whatever the answer', async () => {
    const { zong } = paigham.operators;
    const taken = zong.tally.counts.taken;
    must(await setLink(paigham.world.admin, { name: 'zong', config: { answerTimeoutMs: 20_000 } }));
    await endLeases(paigham);
    const mortal = await startMortal(paigham);
    // The operator answers nothing in time: only a dropped link loses answers quickly.
    await paigham.behave({ receiptNeverPercent: 100, queryAnswer: 'silent', queryState: '' });
    await eventually('the link', () => zong.links.size === 1);
    await zong.change({ dropPoint: 'before_answer' });
    const id = await sendOk(mortal.node.baseUrl, shop.write('Asked for', mobileOf(ZONG, 7)));
    await eventually('the question', async () => (await countLost('node is not null')) === 1);
    mortal.die();
    await zong.change({ queryAnswer: 'by_reference' });
    await endLeases(paigham);
    const heir = await paigham.startNode();
    await eventually('sent', async () => (await wordOf(heir.baseUrl, id)) === 'SENT');
    expect(zong.tally.counts.taken).toBe(taken + 1);
    await untilOver(paigham, { silent: true });
    expect(await breachesOf(paigham, [id], false)).toEqual([]);
    await heir.stop();
  });
});

describe('what was sent and never reported on', () => {
  it('is queried by its id an hour before it is given up', async () => {
    await endLeases(paigham);
    await paigham.behave({ receiptNeverPercent: 100, queryAnswer: 'by_id', queryState: 'UNDELIV' });
    await paigham.db.transact((transaction) =>
      transaction.run(
        plain('test-age', `update tariffs set valid_from = valid_from - interval '90 days'`),
        [],
      ),
    );
    const before = { ...wallClock, nowMs: () => wallClock.nowMs() - 71.5 * HOUR_MS };
    const old = await paigham.startNode({ clock: before });
    const id = await sendOk(old.baseUrl, shop.write('Nobody says', mobileOf(ZONG, 9)));
    await eventually('sent', async () => (await wordOf(old.baseUrl, id)) === 'SENT');
    await old.stop();
    const young = await paigham.startNode({ clock: hurriedClock(100) });
    await eventually('failed', async () => (await wordOf(young.baseUrl, id)) === 'FAILED');
    await young.stop();
  });
});
