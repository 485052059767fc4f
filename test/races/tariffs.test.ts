/** Prices change while sends are under way: every message has the price of a tariff in force. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { fetchBalance, fetchReport, send, sendOk } from '../support/caller.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let nodes: readonly Node[];
let shop: Shop;
let sent = 0;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham();
  await watch(paigham);
  nodes = [paigham.node, await paigham.startNode()];
  shop = await openShop(paigham.world, { rupees: '100000' });
});

async function setPrice(rupees: number): Promise<void> {
  const price = { partPriceMicros: micros(BigInt(Math.round(rupees * 1e6))), refundFailed: false };
  const always = { operator: undefined, validFromMs: undefined, accountId: shop.accountId };
  const { admin } = paigham.world;
  must(await setTariff(admin, { senderRoute: 'short_code', ...price, ...always }));
}

describe('a tariff that changes', () => {
  it('under load prices every message by a version that is recorded, to the paisa', async () => {
    const changed = new AbortController();
    const change = async (): Promise<void> => {
      for (let version = 1; version <= 60; version += 1) await setPrice(1 + version / 100);
      changed.abort();
    };
    const caller = async (): Promise<void> => {
      while (!changed.signal.aborted) {
        sent += 1;
        const baseUrl = nodes[sent % 2]?.baseUrl ?? '';
        const { id, httpStatus, body } = await send(
          baseUrl,
          shop.write(`No. ${sent}`, mobileOf(0, sent)),
        );
        // Settings that change faster than they can be read are a temporary failure, and reported
        // so.
        if (id === undefined) expect([httpStatus, body]).toEqual([503, expect.any(String)]);
        else okIds.push(id);
      }
    };
    await Promise.all([change(), ...Array.from({ length: 12 }, caller)]);
    await untilOver(paigham);
    const versions = await asker(paigham.db)('select distinct tariff_id from messages');
    expect(versions.length).toBeGreaterThan(5);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('applies to the very next send, on every node', async () => {
    for (const [index, { baseUrl }] of nodes.entries()) {
      await setPrice(7 + index);
      const id = await sendOk(baseUrl, shop.write(`Next ${index}`, mobileOf(1, index)));
      okIds.push(id);
      const report = await fetchReport(baseUrl, shop.apiKey, { id });
      expect(report.results[0]?.price).toBe(`${7 + index}.00`);
    }
  });

  it('leaves earlier messages at the price they had', async () => {
    const before = await fetchBalance(paigham.baseUrl, shop.apiKey);
    await setPrice(999);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe(before);
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});
