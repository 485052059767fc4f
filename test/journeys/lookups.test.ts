/** Look-ups over days, in very large requests, over DNS, and with a missing directory. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { setLookupPrice } from '../../src/features/tariffs/tariffs.operations.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import type { Config } from '../../src/kit/config.ts';
import { fetchBalance, fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import {
  IMPATIENT,
  startNumberDirectory,
  type NumberDirectory,
} from '../support/number-directory.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver } from '../support/verify.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** So long ago that all of a test's days are in the past. */
const BEGIN_MS = wallClock.nowMs() - 200 * DAY_MS;

let paigham: Paigham;
let directory: NumberDirectory;
let shop: Shop;
let texts = 0;
const okIds: number[] = [];

beforeAll(async () => {
  directory = await startNumberDirectory();
  paigham = await startPaigham({ withoutNode: true });
  // Settings are older than the messages.
  await paigham.db.transact((transaction) =>
    transaction.run(
      plain('test-age', `update tariffs set valid_from = valid_from - interval '1 year'`),
      [],
    ),
  );
});

beforeEach(async () => {
  directory.behave({});
  directory.admin.forget();
  shop = await openShop(paigham.world, { rupees: '100000', settings: { mnpCoverage: true } });
});

/** A clock that stands still this long after the beginning; its durations are real. */
function standingAt(afterMs: number): Clock {
  return { ...wallClock, nowMs: () => BEGIN_MS + afterMs };
}

async function sendTo(node: Node, mobile: string, ported = '1'): Promise<number> {
  texts += 1;
  const id = await sendOk(node.baseUrl, shop.write(`Text ${texts}`, mobile, { ported }));
  okIds.push(id);
  return id;
}

type Charge = { readonly first: number; readonly again: number };

async function chargeOf(id: number): Promise<Charge | undefined> {
  const [charge] = await asker(paigham.db)<Charge>(
    `select first_lookups as first, again_lookups as again from lookup_charges
     where account_id = $1 and request_id = $2`,
    [shop.accountId, id],
  );
  return charge;
}

async function nothingIsWrong(): Promise<void> {
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

/** One node for as long as `work` takes. */
async function withNode<T>(
  settings: { readonly config: Partial<Config>; readonly clock?: Clock },
  work: (node: Node) => Promise<T>,
): Promise<T> {
  const node = await paigham.startNode(settings);
  try {
    return await work(node);
  } finally {
    await node.stop();
  }
}

describe('a saved look-up', () => {
  it('counts until it is 60 days old, to the second, and not a second longer', async () => {
    const mobile = mobileOf(0, 1);
    const { config } = directory;
    const at = (afterMs: number) =>
      withNode({ config, clock: standingAt(afterMs) }, async (node) => {
        const charge = await chargeOf(await sendTo(node, mobile));
        await nothingIsWrong();
        return charge;
      });
    expect(await at(0)).toEqual({ first: 1, again: 0 });
    expect(await at(60 * DAY_MS - HOUR_MS)).toEqual({ first: 0, again: 1 });
    expect(await at(60 * DAY_MS)).toEqual({ first: 0, again: 1 });
    expect(directory.admin.asked).toEqual([mobile]);
    expect(await at(60 * DAY_MS + 1_000)).toEqual({ first: 1, again: 0 });
    expect(directory.admin.asked).toEqual([mobile, mobile]);
    // The 60 days started again with the second look-up.
    expect(await at(120 * DAY_MS)).toEqual({ first: 0, again: 1 });
  });

  it('is deleted a day after nobody can use it, and nothing else is', async () => {
    const { config } = directory;
    const saved = async (): Promise<number> => {
      const rows = await asker(paigham.db)('select 1 from lookups where account_id = $1', [
        shop.accountId,
      ]);
      return rows.length;
    };
    const sendAt = (afterMs: number, mobile: string) =>
      withNode({ config, clock: standingAt(afterMs) }, async (node) => {
        await sendTo(node, mobile);
        // Reports that come months later are no longer matched.
        await nothingIsWrong();
      });
    await sendAt(0, mobileOf(0, 2));
    await sendAt(2 * DAY_MS, mobileOf(0, 3));
    await withNode({ config, clock: standingAt(61 * DAY_MS) }, async () => undefined);
    expect(await saved()).toBe(2);
    await withNode({ config, clock: standingAt(61 * DAY_MS + 1) }, async () => undefined);
    expect(await saved()).toBe(1);
  });
});

it('the price depends on the account and the day', async () => {
  const { admin } = paigham.world;
  const price = { firstMicros: micros(700_000n), againMicros: micros(100_000n) };
  const { accountId } = shop;
  must(await setLookupPrice(admin, { ...price, accountId, validFromMs: undefined }));
  await withNode({ config: directory.config }, async (node) => {
    await sendTo(node, mobileOf(0, 10));
    await sendTo(node, mobileOf(0, 10));
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('99989.60');
    await nothingIsWrong();
  });
});

describe('10,000 numbers that nobody has looked up', () => {
  it('are looked up within the directory’s rate, and as fast as it allows', async () => {
    directory.behave({ ratePerSecond: 5_000, enforceRate: true, delayMs: 5 });
    const numbers = Array.from({ length: 10_000 }, (_, index) => mobileOf(0, 100_000 + index));
    await withNode({ config: directory.config }, async (node) => {
      const beganMs = wallClock.monotonicMs();
      const id = await sendTo(node, numbers.join(','));
      const tookMs = wallClock.monotonicMs() - beganMs;
      expect(await chargeOf(id)).toEqual({ first: 10_000, again: 0 });
      expect(directory.admin).toMatchObject({ tooFast: 0, questions: { http: 100 } });
      expect(directory.admin.mostPerSecond).toBeLessThanOrEqual(5_000);
      // Two seconds' worth: the second half may start a second after the first has ended.
      expect(tookMs).toBeGreaterThan(1_000);
      await nothingIsWrong();
    });
  });

  it('are refused at once if the rate would make the caller wait for minutes', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => mobileOf(1, 100_000 + index));
    await withNode({ config: { ...directory.config, mnpRate: 100 } }, async (node) => {
      await expect(sendTo(node, numbers.join(','))).rejects.toThrow(/directory error/);
      expect(directory.admin.asked).toEqual([]);
    });
  });
});

describe('a directory queried by DNS', () => {
  it('says who has a number, that one was not ported, and that one is unknown', async () => {
    const [zong, stayed, unknown] = [mobileOf(0, 20), mobileOf(2, 20), mobileOf(3, 20)];
    directory.admin.table.port(zong, 'CMPAK');
    directory.admin.table.port(unknown, '9999');
    await withNode({ config: directory.byDns }, async (node) => {
      const id = await sendTo(node, [zong, stayed, unknown].join(','));
      const report = await fetchReport(node.baseUrl, shop.apiKey, { id });
      expect(report.results.map(({ network }) => network)).toEqual(['Zong', 'Ufone', 'Telenor']);
      expect(await chargeOf(id)).toEqual({ first: 2, again: 0 });
      await nothingIsWrong();
    });
  });

  it.each([
    ['fails', { failNext: 1 }],
    ['says nothing', { silentNext: 1 }],
    ['speaks nonsense', { garbageNext: 1 }],
  ])('that %s refuses ported=1 without charge', async (_, behaviour) => {
    directory.behave(behaviour);
    await withNode({ config: { ...directory.byDns, ...IMPATIENT } }, async (node) => {
      await expect(sendTo(node, mobileOf(0, 30))).rejects.toThrow(/directory error/);
      expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('100000.00');
    });
  });

  it('is queried within its rate', async () => {
    directory.behave({ ratePerSecond: 400, enforceRate: true });
    const numbers = Array.from({ length: 1_000 }, (_, index) => mobileOf(0, 200_000 + index));
    await withNode({ config: { ...directory.byDns, mnpRate: 400 } }, async (node) => {
      const id = await sendTo(node, numbers.join(','));
      expect(await chargeOf(id)).toEqual({ first: 1_000, again: 0 });
      expect(directory.admin).toMatchObject({ tooFast: 0, questions: { dns: 1_000 } });
      await nothingIsWrong();
    });
  });
});

/** It is given up after this long. */
const SILENCE_MS = 2_000;

describe('a dead directory', () => {
  it('does not delay sends with the option for long, and is found again later', async () => {
    const settings = { mnpCoverage: true, mnpOption: true };
    shop = await openShop(paigham.world, { rupees: '1000', settings });
    directory.behave({ silentNext: 1_000_000 });
    const config = { ...directory.singly, mnpTimeoutMs: SILENCE_MS };
    await withNode({ config }, async (node) => {
      let sends = 0;
      const sendFive = async (): Promise<void> => {
        const enough = sends + 5;
        for (; sends < enough; sends += 1) await sendTo(node, mobileOf(0, 40 + sends), '');
      };
      await sendFive();
      expect(directory.admin.questions.http).toBe(5);
      // It is queried again after pauses that grow from a second on.
      const metrics = await eventually('sends for which nobody is asked', async () => {
        const asked = directory.admin.questions.http;
        await sendFive();
        const text = await (await fetch(`${node.baseUrl}/metrics`)).text();
        const isLeftAlone = text.includes('paigham_directory_down 1');
        return directory.admin.questions.http === asked && isLeftAlone && text;
      });
      const credit = (1_000 - 4.8 * sends).toFixed(2);
      expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe(credit);
      expect(metrics).toContain(`paigham_lookups_total{fate="failed"} ${sends}`);
      directory.behave({});
      await eventually('a look-up', async () => {
        return (await chargeOf(await sendTo(node, mobileOf(0, 600), ''))) !== undefined;
      });
      await nothingIsWrong();
    });
  });

  it('that does not exist: ported=1 is refused, the option goes by prefix', async () => {
    const settings = { mnpCoverage: true, mnpOption: true };
    shop = await openShop(paigham.world, { rupees: '1000', settings });
    await withNode({ config: {} }, async (node) => {
      await expect(sendTo(node, mobileOf(0, 70))).rejects.toThrow(/^refused: 12 : /);
      const id = await sendTo(node, mobileOf(0, 70), '');
      expect(await chargeOf(id)).toBeUndefined();
      await nothingIsWrong();
    });
  });
});
