/** Policy and look-ups together: who is queried about whom, what counts, and what is released. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSpendCaps } from '../../src/features/accounts/spend-caps.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { importDoNotCall } from '../../src/features/do-not-call/do-not-call.operations.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { fetchBalance, send, type SendParameters, type SmsAnswer } from '../support/caller.ts';
import { linesOf } from '../support/lines-of.ts';
import type { NumberDirectory } from '../support/number-directory.ts';
import type { Node, Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver } from '../support/verify.ts';
import { ownNumber, startLookingUp } from './looking-up.ts';

let paigham: Paigham;
let second: Node;
let directory: NumberDirectory;
let shop: Shop;
let texts = 0;
const okIds: number[] = [];

beforeAll(async () => {
  ({ directory, paigham, second } = await startLookingUp());
});

beforeEach(async () => {
  directory.behave({});
  directory.admin.forget();
  const settings = { mnpCoverage: true };
  shop = await openShop(paigham.world, { rupees: '100000', settings, capped: true });
});

const numberOf = (index: number): string => ownNumber(shop, index);

async function sending(
  mobiles: readonly string[],
  change: Partial<SendParameters> = {},
  node: { readonly baseUrl: string } = paigham,
): Promise<SmsAnswer> {
  texts += 1;
  const parameters = { ported: '1', ...change };
  const answer = await send(
    node.baseUrl,
    shop.write(`Text ${texts}`, mobiles.join(','), parameters),
  );
  if (answer.id !== undefined && change.dry_run === undefined) okIds.push(answer.id);
  return answer;
}

async function cap(rupees: string): Promise<void> {
  const dayMicros = parseRupees(rupees) ?? null;
  must(await setSpendCaps(paigham.world.admin, { accountId: shop.accountId, dayMicros }));
}

async function spent(): Promise<number | undefined> {
  const [row] = await asker(paigham.db)<{ readonly rupees: number }>(
    `select (spent_day_micros / 1000000.0)::float8 as rupees from balances where account_id = $1`,
    [shop.accountId],
  );
  return row?.rupees;
}

const accepted = (answers: readonly SmsAnswer[]): number =>
  answers.filter(({ id }) => id !== undefined).length;

async function nothingIsWrong(): Promise<void> {
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

describe('a number that policy leaves out', () => {
  it('is not queried or paid for, whatever the rule', async () => {
    const { admin } = paigham.world;
    const { accountId, senders, promotional } = shop;
    const [free, listed, wished, full] = [numberOf(0), numberOf(1), numberOf(2), numberOf(3)];
    const lines = linesOf([listed]);
    must(await importDoNotCall(admin, { source: 'PTA', lines, replace: true, file: 'test' }));
    const wish = { recipient: wished, scope: 'promotional', source: 'reply' } as const;
    must(await addOptout(admin, { accountId, ...wish }));
    for (let index = 0; index < 8; index += 1) await sending([full], { ported: '' });
    await sending([free, full]);
    await sending([listed, wished, free], { sender: senders.shared, template_id: promotional });
    expect(directory.admin.asked).toEqual([free]);
    const [charged] = await asker(paigham.db)<{ readonly sum: number }>(
      `select sum(amount_micros)::int as sum from lookup_charges where account_id = $1`,
      [accountId],
    );
    // Twice the same number: a first look-up, and a saved one.
    expect(charged).toEqual({ sum: 1_250_000 });
  });

  it('is refused with 9 before the directory is queried, though it is down', async () => {
    for (let index = 0; index < 8; index += 1) await sending([numberOf(0)], { ported: '' });
    directory.behave({ failNext: 1 });
    const answer = await sending([numberOf(0)]);
    expect(answer).toMatchObject({ code: '9', httpStatus: 403 });
    expect(directory.admin.asked).toEqual([]);
  });
});

describe('requests that a look-up refuses', () => {
  it('take nobody’s place under a cap', async () => {
    for (let index = 0; index < 4; index += 1) {
      directory.behave({ failNext: 1 });
      expect(await sending([numberOf(0)])).toMatchObject({ code: '12', httpStatus: 503 });
      directory.behave({});
      expect((await sending([numberOf(100 + index)])).id).toBeGreaterThan(0);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => sending([numberOf(0)])));
    expect(accepted(answers)).toBe(8);
    await nothingIsWrong();
  });
});

describe('a spending cap', () => {
  it('is kept to the paisa by look-ups and parts together, on two nodes', async () => {
    // Ten first look-ups, and the messages they are for.
    await cap('58.00');
    const nodes = [paigham, second];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        sending([numberOf(index * 1_000)], {}, nodes[index % 2]),
      ),
    );
    expect(accepted(answers)).toBe(10);
    const refused = answers.filter(({ id }) => id === undefined);
    expect(refused.every(({ code, httpStatus }) => code === '9' && httpStatus === 403)).toBe(true);
    expect(await spent()).toBe(58);
    await nothingIsWrong();
  });

  it('refuses requests before the directory is queried', async () => {
    await cap('5.00');
    const answer = await sending([numberOf(0)]);
    expect(answer.body).toContain('5.05 PKR needed, 5.00 PKR left');
    expect(directory.admin.asked).toEqual([]);
  });

  it('refuses a dry run whose look-ups exceed it', async () => {
    await cap('5.00');
    expect(await sending([numberOf(0)], { dry_run: '1' })).toMatchObject({ code: '9' });
    await cap('5.80');
    expect((await sending([numberOf(0)], { dry_run: '1' })).code).not.toBe('9');
    expect(await spent()).toBe(0);
  });

  it('counts a large request’s look-ups with its parts, all or nothing, once', async () => {
    const settings = { mnpCoverage: true };
    shop = await openShop(paigham.world, { rupees: '100000', settings });
    const list = Array.from({ length: 2_001 }, (_, index) => numberOf(index));
    await cap('11605.79');
    expect(await sending(list)).toMatchObject({ code: '9', httpStatus: 403 });
    expect(await spent()).toBe(0);
    await cap('11605.80');
    expect((await sending(list)).id).toBeGreaterThan(0);
    expect(await spent()).toBe(11_605.8);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('88394.20');
    await nothingIsWrong();
  });
});
