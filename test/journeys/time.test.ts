/**
 * What hours and days do to messages: tested with nodes whose clock is behind, then with one that
 * is not.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { fetchReport, send, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { giveReceipt } from '../support/heard.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { breachesOf, untilOver } from '../support/verify.ts';

const HOUR_MS = 3_600_000;
/** One-time codes have a shorter validity. */
const BRAND = { sender: 'Chaman' };

/** The machine's clock, so many hours ago. */
function hoursAgo(hours: number): Clock {
  return { ...wallClock, nowMs: () => wallClock.nowMs() - hours * HOUR_MS };
}

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham({ withoutNode: true });
  shop = await openShop(paigham.world, { rupees: '1000' });
  // Settings are as old as the messages.
  await paigham.db.transact((transaction) =>
    transaction.run(
      plain('test-age', `update tariffs set valid_from = valid_from - interval '90 days'`),
      [],
    ),
  );
});

async function wordOf(baseUrl: string, id: number): Promise<string> {
  return (await fetchReport(baseUrl, shop.apiKey, { id })).delivery;
}

describe('a message without a receipt', () => {
  it('is unknown 72 hours after it was sent, stays charged, may still be delivered', async () => {
    const { jazz } = paigham.operators;
    await paigham.behave({ receiptNeverPercent: 100 });
    const old = await paigham.startNode({ clock: hoursAgo(72.01) });
    const id = await sendOk(old.baseUrl, shop.write('Nobody knows', mobileOf(0, 1)));
    await eventually('sent', async () => (await wordOf(old.baseUrl, id)) === 'SENT');
    await old.stop();

    const young = await paigham.startNode({ clock: hoursAgo(71.99 - 72.01 + 0.02) });
    await eventually('unknown', async () => (await wordOf(young.baseUrl, id)) === 'UNKNOWN');
    const report = await fetchReport(young.baseUrl, shop.apiKey, { id });
    expect(report.results[0]?.reason).toContain('has not reported');
    await untilOver(paigham);
    expect(await breachesOf(paigham, [id])).toEqual([]);

    const messageId = jazz.heard.last(1)[0]?.messageId ?? '';
    giveReceipt(jazz, { id: messageId, mobile: mobileOf(0, 1), state: 'DELIVRD' });
    await eventually('delivered', async () => (await wordOf(young.baseUrl, id)) === 'DELIVERED');
    await young.stop();
  });

  it('is sent, and no more, a moment before', async () => {
    const old = await paigham.startNode({ clock: hoursAgo(71.9) });
    const id = await sendOk(old.baseUrl, shop.write('Still hoping', mobileOf(0, 2)));
    await eventually('sent', async () => (await wordOf(old.baseUrl, id)) === 'SENT');
    await old.stop();
    const young = await paigham.startNode();
    expect(await wordOf(young.baseUrl, id)).toBe('SENT');
    await young.stop();
  });
});

describe('a message that no operator could take', () => {
  it('expires after 24 hours, unsent and released, though the link is back by then', async () => {
    const { zong } = paigham.operators;
    await zong.change({ accepting: false });
    const old = await paigham.startNode({ clock: hoursAgo(24.01) });
    const id = await sendOk(old.baseUrl, shop.write('Too late', mobileOf(1, 3), BRAND));
    expect(await wordOf(old.baseUrl, id)).toBe('PENDING');
    await old.stop();
    await zong.change({ accepting: true });
    const young = await paigham.startNode();
    await eventually('expired', async () => (await wordOf(young.baseUrl, id)) === 'EXPIRED');
    const report = await fetchReport(young.baseUrl, shop.apiKey, { id });
    expect(report.results[0]?.reason).toContain('expired');
    expect(zong.tally.counts.submits).toBe(0);
    await young.stop();
  });

  it('also expires while the link stays down', async () => {
    const { ufone } = paigham.operators;
    await ufone.change({ accepting: false });
    const old = await paigham.startNode({ clock: hoursAgo(24.01) });
    const id = await sendOk(old.baseUrl, shop.write('Never out', mobileOf(2, 4), BRAND));
    await old.stop();
    const young = await paigham.startNode();
    await eventually('expired', async () => (await wordOf(young.baseUrl, id)) === 'EXPIRED');
    await young.stop();
  });
});

describe('an idempotency key', () => {
  it('is remembered for 24 hours and then free', async () => {
    await paigham.behave({ receiptNeverPercent: 0 });
    const write = shop.write('Once a day', mobileOf(3, 5), { idempotency_key: 'daily' });
    const old = await paigham.startNode({ clock: hoursAgo(24.1) });
    const first = await send(old.baseUrl, write);
    await old.stop();
    const hourLater = await paigham.startNode({ clock: hoursAgo(0.2) });
    const second = await send(hourLater.baseUrl, write);
    await hourLater.stop();
    const dayLater = await paigham.startNode();
    const third = await send(dayLater.baseUrl, write);
    expect([second.id, second.replayed]).toEqual([first.id, true]);
    expect([third.id === first.id, third.replayed]).toEqual([false, false]);
    await dayLater.stop();
  });
});
