/** How long messages may wait: one-time codes minutes, others a day (contract section 6). */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { setValidity } from '../../src/features/templates/templates.operations.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import { fetchBalance, fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf, pdusOf } from '../support/heard.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver } from '../support/verify.ts';

const MINUTE_MS = 60_000;

/** The machine's clock, so many minutes ago. */
function minutesAgo(minutes: number): Clock {
  return { ...wallClock, nowMs: () => wallClock.nowMs() - minutes * MINUTE_MS };
}

let paigham: Paigham;
let shop: Shop;
const okIds: number[] = [];

beforeAll(async () => {
  paigham = await startPaigham({ withoutNode: true, link: { validity: 'relative' } });
  shop = await openShop(paigham.world, { rupees: '100000' });
  // Settings are as old as the messages.
  const age = `update tariffs set valid_from = valid_from - interval '90 days'`;
  await paigham.db.transact((transaction) => transaction.run(plain('test-age', age), []));
});

const enable = (name: string, enabled: boolean) =>
  setLink(paigham.world.admin, { name, enabled }).then(must);

async function setMinutes(minutes: number | 'usual'): Promise<void> {
  const { accountId, transactional: templateId } = shop;
  must(await setValidity(paigham.world.admin, { accountId, templateId, minutes }));
}

type SendWords = Parameters<Shop['write']>[2];

async function send(node: Node, index: number, change: SendWords = {}): Promise<number> {
  const id = await sendOk(node.baseUrl, shop.write('Wait', mobileOf(0, index), change));
  okIds.push(id);
  return id;
}

const wordOf = async ({ baseUrl }: Node, id: number): Promise<string> =>
  (await fetchReport(baseUrl, shop.apiKey, { id })).delivery;

describe('a message that waits for its link for eleven minutes', () => {
  it('expires as a one-time code, released and unsubmitted; others are still sent', async () => {
    await enable('jazz', false);
    const before = await paigham.startNode({ clock: minutesAgo(11) });
    const funds = await fetchBalance(before.baseUrl, shop.apiKey);
    const code = await send(before, 1);
    const brand = await send(before, 2, { sender: shop.senders.brand });
    await setMinutes(30);
    const patient = await send(before, 3);
    await setMinutes('usual');
    await before.stop();
    await enable('jazz', true);
    const after = await paigham.startNode();
    for (const [id, word] of [
      [code, 'EXPIRED'],
      [brand, 'DELIVERED'],
      [patient, 'DELIVERED'],
    ] as const) {
      await eventually(`${id} ${word}`, async () => (await wordOf(after, id)) === word);
    }
    const heard = messagesOf(paigham.operators.jazz).map(({ destination }) => destination);
    expect(heard.toSorted()).toEqual([mobileOf(0, 2), mobileOf(0, 3)]);
    const left = Number(await fetchBalance(after.baseUrl, shop.apiKey));
    expect(Number(funds) - left).toBeCloseTo(4.8 + 2.4, 2);
    await after.stop();
  });
});

describe('a one-time code', () => {
  it('is passed to the operator with its remaining time', async () => {
    const node = await paigham.startNode();
    const ids = [await send(node, 11), await send(node, 12, { sender: shop.senders.brand })];
    for (const id of ids) {
      await eventually('delivered', async () => (await wordOf(node, id)) === 'DELIVERED');
    }
    const told = (index: number) =>
      pdusOf(paigham.operators.jazz).find((it) => it.destination === mobileOf(0, index))?.validity;
    expect([told(11), told(12)]).toEqual(['000000001000000R', '000001000000000R']);
    await node.stop();
  });
});

describe('every kind of send', () => {
  /** For how many minutes a batch's messages are valid in the queue. */
  const minutesOf = (id: number | string) =>
    eventually('in line', async () => {
      const rows = await asker(paigham.db)<{ readonly minutes: number }>(
        `select distinct round(extract(epoch from q.expires_at - m.accepted_at) / 60)::int
                as minutes
         from messages m join queue q on q.account_id = m.account_id and q.message_id = m.id
         where m.account_id = $1 and (m.batch_id = $2 or m.id = $2)`,
        [shop.accountId, Number(id)],
      );
      return rows.length > 0 && rows.map(({ minutes }) => minutes);
    });

  it('gives messages the same validity: one, a few, very many, a file', async () => {
    await enable('jazz', false);
    const node = await paigham.startNode();
    const numbers = Array.from({ length: 2_001 }, (_, index) => mobileOf(0, 100 + index));
    expect(await minutesOf(await send(node, 20))).toEqual([10]);
    expect(await minutesOf(await send(node, 0, { mobile: numbers.slice(0, 3).join() }))).toEqual([
      10,
    ]);
    expect(await minutesOf(await send(node, 0, { mobile: numbers.join() }))).toEqual([10]);
    const fields = { sender: shop.senders.shortCode };
    const batches = callBatches(node.baseUrl, shop);
    const made = await batches.upload({ file: csvOf(numbers.slice(0, 3)), fields });
    okIds.push(Number(made.body.id));
    expect(await minutesOf(made.body.id ?? '')).toEqual([10]);
    const brand = { sender: shop.senders.brand };
    expect(await minutesOf(await send(node, 21, brand))).toEqual([24 * 60]);
    await enable('jazz', true);
    await untilOver(paigham);
    await node.stop();
  });

  it('leaves the books in order', async () => {
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });
});
