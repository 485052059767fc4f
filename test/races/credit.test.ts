/** Many sends at once for one account's credit, over real HTTP: on one node and on two. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fetchBalance, send, type SmsAnswer } from '../support/caller.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let second: Node;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham();
  await watch(paigham);
  second = await paigham.startNode();
});

/** Sends `count` messages at once, each to its own number, to these nodes in turn. */
async function sendAtOnce(
  shop: Shop,
  count: number,
  baseUrls: readonly string[],
): Promise<readonly SmsAnswer[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const text = `Code ${shop.accountId}-${index}`;
      const baseUrl = baseUrls[index % baseUrls.length] ?? '';
      return send(baseUrl, shop.write(text, mobileOf(index % 2 === 0 ? 0 : 3, index)));
    }),
  );
  okIds.push(...answers.flatMap(({ id }) => id ?? []));
  return answers;
}

const count = (answers: readonly SmsAnswer[], is: (answer: SmsAnswer) => boolean): number =>
  answers.filter(is).length;
const isOk = ({ id, httpStatus }: SmsAnswer): boolean => id !== undefined && httpStatus === 200;
const isShort = ({ code, httpStatus }: SmsAnswer): boolean => code === '8' && httpStatus === 402;

describe('300 sends at once for 100 credits', () => {
  it('are exactly 100 accepted, and the ledger sums to zero', async () => {
    const shop = await openShop(paigham.world, { rupees: '480.00' });
    const answers = await sendAtOnce(shop, 300, [paigham.baseUrl]);
    expect([count(answers, isOk), count(answers, isShort)]).toEqual([100, 200]);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('0.00');
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('0.00');
  });

  it('are exactly 100 accepted by two nodes together', async () => {
    const shop = await openShop(paigham.world, { rupees: '480.00' });
    const answers = await sendAtOnce(shop, 300, [paigham.baseUrl, second.baseUrl]);
    expect([count(answers, isOk), count(answers, isShort)]).toEqual([100, 200]);
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('are all accepted on a postpaid account, which then owes for 200', async () => {
    const settings = { postpaid: true };
    const shop = await openShop(paigham.world, { rupees: '480.00', settings });
    const answers = await sendAtOnce(shop, 300, [paigham.baseUrl, second.baseUrl]);
    expect(count(answers, isOk)).toBe(300);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('-960.00');
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});

describe('several accounts at once', () => {
  it('each spend exactly their own, whichever node they ask', async () => {
    const shops = await Promise.all(
      [10, 20, 30, 40].map((sends) =>
        openShop(paigham.world, { rupees: (sends * 4.8).toFixed(2) }),
      ),
    );
    const baseUrls = [paigham.baseUrl, second.baseUrl];
    const answers = await Promise.all(shops.map((shop) => sendAtOnce(shop, 60, baseUrls)));
    expect(answers.map((it) => count(it, isOk))).toEqual([10, 20, 30, 40]);
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('a send that does not fit is refused, and a smaller one behind it accepted', async () => {
    const shop = await openShop(paigham.world, { rupees: '9.60' });
    const three = [0, 1, 2].map((index) => mobileOf(0, 500 + index)).join(',');
    const big = await send(paigham.baseUrl, shop.write('Three of these', three));
    const small = await send(paigham.baseUrl, shop.write('One of these', mobileOf(0, 500)));
    expect([big.code, small.httpStatus]).toEqual(['8', 200]);
    okIds.push(...[small.id ?? 0]);
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});
