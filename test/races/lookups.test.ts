/**
 * Look-ups of the same numbers at once: whoever commits first pays for a first look-up, everybody
 * else for a saved one, on one node and on two.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { send, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
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
  shop = await openShop(paigham.world, { rupees: '100000', settings: { mnpCoverage: true } });
});

/** Numbers that only this shop uses. */
function numbersOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => ownNumber(shop, index));
}

async function sendTo(baseUrl: string, mobiles: readonly string[]): Promise<void> {
  texts += 1;
  // By a sender without caps: a node learns within a second that the shop's own are lifted.
  const change = { ported: '1', sender: shop.senders.shared };
  const parameters = shop.write(`Text ${texts}`, mobiles.join(','), change);
  // A busy machine keeps a lock for longer than others wait for it: nothing was charged then.
  const isLater = (body: string): boolean => body.includes('could not be stored');
  const sent = await eventually('it is stored', async () => {
    const { id, body } = await send(baseUrl, parameters);
    if (id === undefined && !isLater(body)) throw new Error(`refused: ${body}`);
    return id;
  });
  okIds.push(sent);
}

type Sum = { readonly firsts: number; readonly agains: number; readonly rupees: number };

/** The total that the shop's requests were charged for look-ups. */
async function charged(): Promise<Sum | undefined> {
  const [sum] = await asker(paigham.db)<Sum>(
    `select sum(first_lookups)::int as firsts, sum(again_lookups)::int as agains,
            (sum(amount_micros) / 1000000.0)::float8 as rupees
     from lookup_charges where account_id = $1`,
    [shop.accountId],
  );
  return sum;
}

async function nothingIsWrong(): Promise<void> {
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

describe('forty sends at once to one number', () => {
  it('on one node query once and pay for one first look-up', async () => {
    directory.behave({ delayMs: 50 });
    const [number = ''] = numbersOf(1);
    await Promise.all(Array.from({ length: 40 }, () => sendTo(paigham.baseUrl, [number])));
    expect(await charged()).toEqual({ firsts: 1, agains: 39, rupees: 10.75 });
    expect(directory.admin.asked).toEqual([number]);
    await nothingIsWrong();
  });

  it('on two nodes query at most twice and pay for one first look-up', async () => {
    directory.behave({ delayMs: 50 });
    const [number = ''] = numbersOf(1);
    const nodes = [paigham.baseUrl, second.baseUrl];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => sendTo(nodes[index % 2] ?? '', [number])),
    );
    expect(await charged()).toEqual({ firsts: 1, agains: 39, rupees: 10.75 });
    expect([[number], [number, number]]).toContainEqual(directory.admin.asked);
    await nothingIsWrong();
  });
});

it('overlapping lists on two nodes pay for each number once as a first look-up', async () => {
  directory.behave({ delayMs: 20 });
  const numbers = numbersOf(60);
  const nodes = [paigham.baseUrl, second.baseUrl];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      return sendTo(nodes[index % 2] ?? '', numbers.slice(index, index + 40));
    }),
  );
  const firsts = 59;
  const agains = 20 * 40 - firsts;
  expect(await charged()).toEqual({ firsts, agains, rupees: firsts + agains / 4 });
  await nothingIsWrong();
});

it('a request written in pieces and sends to its numbers meanwhile pay once for each', async () => {
  const numbers = numbersOf(2_500);
  const large = sendTo(paigham.baseUrl, numbers);
  const small = Array.from({ length: 50 }, (_, index) => {
    return sendTo(second.baseUrl, numbers.slice(index * 50, index * 50 + 2));
  });
  await Promise.all([large, ...small]);
  expect(await charged()).toEqual({ firsts: 2_500, agains: 100, rupees: 2_525 });
  await nothingIsWrong();
});

it('two accounts do not share what they have paid for', async () => {
  const [number = ''] = numbersOf(1);
  await sendTo(paigham.baseUrl, [number]);
  const other = await openShop(paigham.world, { rupees: '10', settings: { mnpCoverage: true } });
  const parameters = other.write('Hello', number, { ported: '1' });
  okIds.push(await sendOk(paigham.baseUrl, parameters));
  shop = other;
  expect(await charged()).toEqual({ firsts: 1, agains: 0, rupees: 1 });
  await nothingIsWrong();
});

it('a price list that changes between answer and commit causes no second query', async () => {
  const [number = ''] = numbersOf(1);
  directory.behave({ delayMs: 200 });
  const sent = sendTo(paigham.baseUrl, [number]);
  await paigham.db.transact((transaction) =>
    transaction.run(
      plain('test-settings', 'update settings_version set version = version + 1'),
      [],
    ),
  );
  await sent;
  expect(directory.admin.asked).toEqual([number]);
  expect(await charged()).toEqual({ firsts: 1, agains: 0, rupees: 1 });
  await nothingIsWrong();
});
