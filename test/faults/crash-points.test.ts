/**
 * Crashes at chosen moments: a node dies at the commit of a chosen transaction, another goes on.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { Role } from '../../src/kit/config.ts';
import { fetchBalance, fetchReport, send, type SmsAnswer } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { pdusOf } from '../support/heard.ts';
import { endLeases, hurriedClock, startMortal, type Mortal } from '../support/mortal.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { openWire } from '../support/wire.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let shop: Shop;
let mortal: Mortal;
/** Numbers from here on belong to this test. */
let firstNumber = 0;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham({ withoutNode: true, link: { ambiguousAfterMs: 200 } });
  await watch(paigham);
});

beforeEach(async () => {
  firstNumber += 10_000;
  shop = await openShop(paigham.world, { rupees: '10000' });
  mortal = await startMortal(paigham);
  await eventually('the link', () => paigham.operators.jazz.links.size === 1);
});

afterEach(async () => {
  await paigham.stop();
});

/** Waits for the end of every message and returns what is wrong then. */
async function breaches(answer: SmsAnswer | undefined): Promise<readonly string[]> {
  if (answer?.id !== undefined) okIds.push(answer.id);
  await untilOver(paigham);
  return breachesOf(paigham, okIds);
}

/** What the caller of a dying node is told. */
async function sendToDying(): Promise<SmsAnswer | undefined> {
  return send(mortal.node.baseUrl, writeOnce()).catch(() => undefined);
}

const writeOnce = () =>
  shop.write('At the worst moment', mobileOf(0, firstNumber), { idempotency_key: 'once' });

/** Another node, once the dead one's lease has ended. */
async function replace(): Promise<Node> {
  await endLeases(paigham);
  return paigham.startNode();
}

async function messageIds(): Promise<readonly number[]> {
  const rows = await asker(paigham.db)<{ readonly id: number }>(
    'select id from messages where account_id = $1 order by id',
    [shop.accountId],
  );
  return rows.map(({ id }) => id);
}

/** How often Jazz received the message that a test is about. */
const copies = (): number =>
  pdusOf(paigham.operators.jazz).filter((it) => it.destination === mobileOf(0, firstNumber)).length;

describe('a node that dies at the commit of an accept', () => {
  it('just before it has accepted nothing, and the idempotency key is free', async () => {
    const cut = mortal.wire.cutAt('insert-messages', 'before the commit').then(mortal.die);
    const answer = await sendToDying();
    await cut;
    expect(answer?.id).toBeUndefined();
    const node = await replace();
    expect(await messageIds()).toEqual([]);
    const again = await send(node.baseUrl, writeOnce());
    expect(again).toMatchObject({ httpStatus: 200, replayed: false });
    expect(await breaches(again)).toEqual([]);
    expect(copies()).toBe(1);
  });

  it('just after it, before handing the message over, has another node send it once', async () => {
    const cut = mortal.wire.cutAt('insert-messages', 'after the commit').then(mortal.die);
    const answer = await sendToDying();
    await cut;
    expect([answer?.id, copies()]).toEqual([undefined, 0]);
    const node = await replace();
    const again = await send(node.baseUrl, writeOnce());
    expect(again).toMatchObject({ httpStatus: 200, replayed: true });
    expect(await messageIds()).toEqual([again.id]);
    expect(await breaches(again)).toEqual([]);
    expect(copies()).toBe(1);
  });
});

describe('a node that survives losing the answer to a commit', () => {
  it.each<[string, Role[]]>([
    ['whatever it does besides', ['all']],
    ['also without the role of a worker', ['api', 'carriers']],
  ])('tells its caller to try again, and sends what was accepted, once: %s', async (_, roles) => {
    mortal.die();
    await endLeases(paigham);
    await eventually('no link', () => paigham.operators.jazz.links.size === 0);
    const wire = await openWire(paigham.address);
    const here = { address: wire.address, clock: hurriedClock(60) };
    const node = await paigham.startNode({ ...here, config: { roles } });
    await eventually('the link', () => paigham.operators.jazz.links.size === 1);
    const cut = wire.cutAt('insert-messages', 'after the commit').then(wire.mend);
    const refused = await send(node.baseUrl, writeOnce());
    await cut;
    expect(refused).toMatchObject({ httpStatus: 503, code: '12' });
    const again = await eventually('the answer', async () => {
      const answer = await send(node.baseUrl, writeOnce());
      return answer.id !== undefined && answer;
    });
    expect(again.replayed).toBe(true);
    await paigham.db.transact((transaction) =>
      transaction.run(
        plain('test-older', `update queue set due_at = due_at - interval '2 min'`),
        [],
      ),
    );
    expect(await breaches(again)).toEqual([]);
    expect(copies()).toBe(1);
  });
});

describe('a node that dies after the operator took the message', () => {
  it.each([
    ['before the commit', 2],
    ['after the commit', 1],
  ] as const)('%s of its result has the message sent %i times', async (point, times) => {
    const cut = mortal.wire.cutAt('insert-attempts', point).then(mortal.die);
    const answer = await sendToDying();
    expect(answer?.id).toBeGreaterThan(0);
    await cut;
    await replace();
    expect(await breaches(answer)).toEqual([]);
    expect(copies()).toBe(times);
  });

  it('gets a receipt that it could not store again, and acknowledges it once', async () => {
    const { jazz } = paigham.operators;
    const before = jazz.tally.counts.acknowledged;
    await jazz.change({ receiptDelayMs: 300 });
    const cut = mortal.wire.cutAt('record-receipts', 'before the commit').then(mortal.die);
    const answer = await sendToDying();
    await cut;
    expect(jazz.tally.counts.acknowledged).toBe(before);
    await replace();
    expect(await breaches(answer)).toEqual([]);
    expect(jazz.tally.counts.acknowledged).toBe(before + 1);
    await jazz.change({ receiptDelayMs: 20 });
  });
});

describe('a node that dies while writing a campaign of 5,000', () => {
  async function sendCampaign(baseUrl: string): Promise<SmsAnswer | undefined> {
    const list = Array.from({ length: 5_000 }, (_, index) => {
      return mobileOf((index % 4) as 0, firstNumber + index);
    });
    const change = { idempotency_key: 'campaign', sender: 'InfoSMS' };
    const parameters = shop.write('Open until nine', list.join(','), change);
    return send(baseUrl, parameters).catch(() => undefined);
  }

  it.each([
    ['in its first piece', 'insert-piece', 'before the commit'],
    ['after a piece', 'insert-piece', 'after the commit'],
    ['just before it is published', 'publish-batch', 'before the commit'],
  ] as const)('%s leaves nothing of it, its credit back and its key free', async (...told) => {
    const [, statement, point] = told;
    const cut = mortal.wire.cutAt(statement, point).then(mortal.die);
    const answer = await sendCampaign(mortal.node.baseUrl);
    await cut;
    expect(answer?.id).toBeUndefined();
    const [batch] = await asker(paigham.db)<{ readonly id: number }>(
      'select id from batches where account_id = $1',
      [shop.accountId],
    );
    const node = await replace();
    await eventually('removal', async () => (await messageIds()).length === 0);
    expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('10000.00');
    const report = await fetchReport(node.baseUrl, shop.apiKey, { id: batch?.id ?? 0 });
    expect(report).toMatchObject({ success: 'false', status: '12' });
    const again = await sendCampaign(node.baseUrl);
    expect(again).toMatchObject({ httpStatus: 200, replayed: false });
    expect(await breaches(again)).toEqual([]);
    expect(copies()).toBe(1);
  });

  it('just after publishing it has another node send all of it', async () => {
    const cut = mortal.wire.cutAt('publish-batch', 'after the commit').then(mortal.die);
    const answer = await sendCampaign(mortal.node.baseUrl);
    await cut;
    expect(answer?.id).toBeUndefined();
    const node = await replace();
    const again = await sendCampaign(node.baseUrl);
    expect(again).toMatchObject({ httpStatus: 200, replayed: true });
    expect(await breaches(again)).toEqual([]);
  });
});
