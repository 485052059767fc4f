/** Policy in races: caps to the last message, and opt-outs that arrive while requests do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { setSpendCaps } from '../../src/features/accounts/spend-caps.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { importDoNotCall } from '../../src/features/do-not-call/do-not-call.operations.ts';
import { setCap } from '../../src/features/caps/caps.operations.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { fetchBalance, send, type SmsAnswer } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { linesOf } from '../support/lines-of.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let second: Node;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham();
  await watch(paigham);
  second = await paigham.startNode();
});

type Attempt = { readonly shop: Shop; readonly to: (index: number) => string };

/** Sends this many codes at once to these nodes in turn. */
async function sendAtOnce(
  { shop, to }: Attempt,
  count: number,
  nodes: readonly { readonly baseUrl: string }[],
): Promise<readonly SmsAnswer[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const baseUrl = nodes[index % nodes.length]?.baseUrl ?? '';
      return send(baseUrl, shop.write(`Code ${shop.accountId}-${index}`, to(index)));
    }),
  );
  okIds.push(...answers.flatMap(({ id }) => id ?? []));
  return answers;
}

const accepted = (answers: readonly SmsAnswer[]): number =>
  answers.filter(({ id }) => id !== undefined).length;
const saying = (answers: readonly SmsAnswer[], word: string): number =>
  answers.filter(({ code, httpStatus, body }) => {
    return code === '9' && httpStatus === 403 && body.includes(word);
  }).length;

const told = (shop: Shop) =>
  asker(paigham.db)<{ readonly counted: number }>(
    'select counted from cap_counts where account_id = $1 order by counted desc',
    [shop.accountId],
  );

describe('50 codes at once to one number', () => {
  it('are exactly 8 accepted by one node, and the others neither charged nor kept', async () => {
    const shop = await openShop(paigham.world, { rupees: '1000', capped: true });
    const attempt = { shop, to: () => mobileOf(0, 1) };
    const answers = await sendAtOnce(attempt, 50, [paigham]);
    expect([accepted(answers), saying(answers, 'to one number')]).toEqual([8, 42]);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe((1_000 - 8 * 4.8).toFixed(2));
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('are not increased by another node that has the counts, nor by a new one', async () => {
    const shop = await openShop(paigham.world, { rupees: '1000', capped: true });
    const attempt = { shop, to: () => mobileOf(0, 2) };
    expect(accepted(await sendAtOnce(attempt, 20, [paigham]))).toBe(8);
    await eventually('the word', async () => (await told(shop))[0]?.counted === 8);
    await eventually('the other node', async () => {
      const answer = await send(second.baseUrl, shop.write('Try', attempt.to()));
      if (answer.id !== undefined) okIds.push(answer.id);
      return answer.code === '9';
    });
    const third = await paigham.startNode();
    expect(accepted(await sendAtOnce(attempt, 5, [third]))).toBe(0);
    await third.stop();
  });

  it('do not take anybody’s place if refused for credit', async () => {
    const shop = await openShop(paigham.world, { rupees: '14.40', capped: true });
    const attempt = { shop, to: () => mobileOf(0, 3) };
    expect(accepted(await sendAtOnce(attempt, 20, [paigham]))).toBe(3);
    const { admin } = paigham.world;
    const { accountId } = shop;
    must(await setAccount(admin, { accountId, postpaid: true }));
    expect(accepted(await sendAtOnce(attempt, 20, [paigham]))).toBe(5);
  });
});

describe('5,000 codes to one block of numbers', () => {
  it('are 200 accepted, reported once, and counted', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000', capped: true });
    const list = Array.from({ length: 1_000 }, (_, index) => mobileOf(1, index));
    let most = 0;
    for (let round = 0; round < 5; round += 1) {
      const answer = await send(paigham.baseUrl, shop.write(`Pump ${round}`, list.join(',')));
      if (answer.id !== undefined) okIds.push(answer.id);
      most += answer.id === undefined ? 0 : 1;
    }
    expect(most).toBe(1);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe((100_000 - 200 * 4.8).toFixed(2));
    const alarms = () =>
      asker(paigham.db)<{ readonly detail: { readonly key: number } }>(
        `select detail from audit where action = 'cap.reached' and account_id = $1`,
        [shop.accountId],
      );
    await eventually('the alarm', async () => (await alarms()).length > 0);
    expect((await alarms()).map(({ detail }) => detail.key)).toEqual([923_111_000]);
    const warned = () => paigham.logged.filter((line) => line.includes('a cap is reached'));
    expect(warned().filter((line) => line.includes(`"account":${shop.accountId},`))).toHaveLength(
      1,
    );
  });
});

describe('300 sends at once for a spending cap of 100', () => {
  const cap = async (shop: Shop, rupees: string): Promise<void> => {
    const dayMicros = parseRupees(rupees) ?? null;
    must(await setSpendCaps(paigham.world.admin, { accountId: shop.accountId, dayMicros }));
  };
  const each = (index: number): string => mobileOf(index % 2 === 0 ? 0 : 3, index);

  it('are exactly 100 accepted', async () => {
    const shop = await openShop(paigham.world, { rupees: '10000' });
    await cap(shop, '480.00');
    const answers = await sendAtOnce({ shop, to: each }, 300, [paigham]);
    expect([accepted(answers), saying(answers, 'spending cap of the day')]).toEqual([100, 200]);
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('are exactly 100 accepted by two nodes together', async () => {
    const shop = await openShop(paigham.world, { rupees: '10000' });
    await cap(shop, '480.00');
    const answers = await sendAtOnce({ shop, to: each }, 300, [paigham, second]);
    expect([accepted(answers), saying(answers, 'spending cap of the day')]).toEqual([100, 200]);
    const [row] = await asker(paigham.db)<{ readonly spent: number; readonly month: number }>(
      `select spent_day_micros as spent, spent_month_micros as month
       from balances where account_id = $1`,
      [shop.accountId],
    );
    expect(row).toEqual({ spent: 480_000_000, month: 480_000_000 });
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('alert staff once at four fifths, whichever node notices', async () => {
    const alarms = await eventually('the alarms', async () => {
      const rows = await asker(paigham.db)<{ readonly account: number }>(
        `select account_id as account from audit where action = 'spending.near_cap'`,
      );
      return rows.length >= 2 && rows;
    });
    expect(new Set(alarms.map(({ account }) => account)).size).toBe(alarms.length);
  });

  it('refuse a large request whole', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    await cap(shop, '9000.00');
    const list = Array.from({ length: 2_001 }, (_, index) => mobileOf(0, index)).join(',');
    const answer = await send(paigham.baseUrl, shop.write('Too dear', list));
    expect(answer).toMatchObject({ code: '9', httpStatus: 403 });
    expect(answer.body).toContain('9604.80 PKR needed, 9000.00 PKR left');
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('100000.00');
  });
});

describe('promotional sends that begin after', () => {
  const mobile = mobileOf(0, 77);

  /** Sends from six callers; acts in the middle, and returns the answers begun after that. */
  async function answersAfter(shop: Shop, doIt: () => Promise<unknown>) {
    const [before, after]: [SmsAnswer[], SmsAnswer[]] = [[], []];
    let isDone = false;
    let sent = 0;
    const caller = async (): Promise<void> => {
      while (after.length < 30) {
        const list = isDone ? after : before;
        sent += 1;
        const write = shop.write(`Sale ${sent}`, mobile, {
          sender: 'InfoSMS',
          template_id: shop.promotional,
        });
        list.push(await send([paigham, second][sent % 2]?.baseUrl ?? '', write));
      }
    };
    const act = async (): Promise<void> => {
      await eventually('the load', () => before.length >= 30);
      await doIt();
      isDone = true;
    };
    await Promise.all([act(), ...Array.from({ length: 6 }, caller)]);
    okIds.push(...before.flatMap(({ id }) => id ?? []));
    return [...new Set(after.map(({ httpStatus, body }) => `${httpStatus} ${body}`))];
  }

  it('an opt-out are refused, by either node', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const wish = { recipient: mobile, scope: 'promotional', source: 'reply' } as const;
    const answers = await answersAfter(shop, async () => {
      must(await addOptout(paigham.world.admin, { accountId: shop.accountId, ...wish }));
    });
    expect(answers).toEqual(['403 9 : SMS rejected, access denied: the recipient has opted out']);
  });

  it('the register was refreshed are refused, by either node', async () => {
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const answers = await answersAfter(shop, async () => {
      const list = { source: 'PTA', lines: linesOf([mobile]), replace: true, file: 'test' };
      must(await importDoNotCall(paigham.world.admin, list));
    });
    expect(answers).toEqual([
      '403 9 : SMS rejected, access denied: the recipient is on the do-not-call register',
    ]);
  });

  it('leave the books in order', async () => {
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});

describe('a cap set while requests come in', () => {
  it('applies to whatever is accepted after it was set', async () => {
    const shop = await openShop(paigham.world, { rupees: '10000' });
    const { accountId } = shop;
    const to = (index: number): string => mobileOf(2, index);
    const before = await sendAtOnce({ shop, to }, 20, [paigham]);
    const cap = {
      accountId,
      scope: 'account',
      senderRoute: undefined,
      most: 5,
      minutes: 60,
    } as const;
    must(await setCap(paigham.world.admin, cap));
    const after = await sendAtOnce({ shop, to }, 40, [paigham]);
    expect([accepted(before), accepted(after)]).toEqual([20, 5]);
  });
});
