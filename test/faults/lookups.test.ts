/**
 * A node that dies during look-ups: what the directory said is charged with the request that needed
 * it, or not at all.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchBalance, send, type SmsAnswer } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { endLeases, startMortal, type Mortal } from '../support/mortal.ts';
import { startNumberDirectory, type NumberDirectory } from '../support/number-directory.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

const MANY = 2_500;

let paigham: Paigham;
let directory: NumberDirectory;
let shop: Shop;
let mortal: Mortal;
/** Numbers from here on belong to this test. */
let firstNumber = 0;
const okIds: number[] = [];

beforeAll(async () => {
  directory = await startNumberDirectory();
  paigham = await startPaigham({ withoutNode: true, link: { ambiguousAfterMs: 200 } });
  await watch(paigham);
});

beforeEach(async () => {
  firstNumber += 10_000;
  directory.behave({});
  directory.admin.forget();
  shop = await openShop(paigham.world, { rupees: '10000', settings: { mnpCoverage: true } });
  mortal = await startMortal(paigham, directory.config);
  await eventually('the link', () => paigham.operators.jazz.links.size === 1);
});

afterEach(async () => {
  await paigham.stop();
});

function sendTo(baseUrl: string, numbers: number): Promise<SmsAnswer | undefined> {
  const list = Array.from({ length: numbers }, (_, index) => mobileOf(0, firstNumber + index));
  const change = { idempotency_key: 'once', ported: '1', sender: 'InfoSMS' };
  const parameters = shop.write('At the worst moment', list.join(','), change);
  return send(baseUrl, parameters).catch(() => undefined);
}

/** Another node, once the dead one's lease has ended. */
async function replace(): Promise<Node> {
  await endLeases(paigham);
  return paigham.startNode({ config: directory.config });
}

async function rowsOf(table: 'lookups' | 'lookup_charges' | 'batches'): Promise<number> {
  const rows = await asker(paigham.db)(`select 1 from ${table} where account_id = $1`, [
    shop.accountId,
  ]);
  return rows.length;
}

async function isRight(answer: SmsAnswer | undefined): Promise<void> {
  okIds.push(answer?.id ?? 0);
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

describe('a node that dies between the directory’s answer and the commit', () => {
  it('has charged and saved nothing; the retry pays for a first look-up', async () => {
    const cut = mortal.wire.cutAt('save-lookups', 'before the commit').then(mortal.die);
    const answer = await sendTo(mortal.node.baseUrl, 1);
    await cut;
    expect(answer?.id).toBeUndefined();
    expect(directory.admin.asked).toHaveLength(1);
    const node = await replace();
    expect([await rowsOf('lookups'), await rowsOf('lookup_charges')]).toEqual([0, 0]);
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('10000.00');
    const again = await sendTo(node.baseUrl, 1);
    expect(again).toMatchObject({ httpStatus: 200, replayed: false });
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('9997.50');
    await isRight(again);
  });
});

describe('a node that dies after the commit', () => {
  it('has charged once, and the retry is free', async () => {
    const cut = mortal.wire.cutAt('save-lookups', 'after the commit').then(mortal.die);
    expect((await sendTo(mortal.node.baseUrl, 1))?.id).toBeUndefined();
    await cut;
    const node = await replace();
    directory.behave({ failNext: 1_000 });
    const again = await sendTo(node.baseUrl, 1);
    expect(again).toMatchObject({ httpStatus: 200, replayed: true });
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('9997.50');
    expect([await rowsOf('lookups'), await rowsOf('lookup_charges')]).toEqual([1, 1]);
    await isRight(again);
  });
});

describe('a node that dies while writing a request with 2,500 looked-up numbers', () => {
  it.each([
    ['in a piece', 'insert-piece', 'after the commit'],
    ['just before it is published', 'publish-batch', 'before the commit'],
  ] as const)('%s has charged no look-up, and gives all credit back', async (...told) => {
    const [, statement, point] = told;
    const cut = mortal.wire.cutAt(statement, point).then(mortal.die);
    expect((await sendTo(mortal.node.baseUrl, MANY))?.id).toBeUndefined();
    await cut;
    const node = await replace();
    await eventually('removal', async () => (await rowsOf('batches')) === 0);
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('10000.00');
    expect([await rowsOf('lookups'), await rowsOf('lookup_charges')]).toEqual([0, 0]);
    const again = await sendTo(node.baseUrl, MANY);
    expect(again).toMatchObject({ httpStatus: 200, replayed: false });
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('3750.00');
    await isRight(again);
  });

  it('just after publishing it has charged them once', async () => {
    const cut = mortal.wire.cutAt('publish-batch', 'after the commit').then(mortal.die);
    expect((await sendTo(mortal.node.baseUrl, MANY))?.id).toBeUndefined();
    await cut;
    const node = await replace();
    const again = await sendTo(node.baseUrl, MANY);
    expect(again).toMatchObject({ httpStatus: 200, replayed: true });
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('3750.00');
    expect([await rowsOf('lookups'), await rowsOf('lookup_charges')]).toEqual([MANY, 1]);
    await isRight(again);
  });
});
