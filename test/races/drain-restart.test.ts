/** A node that ends while a disabled link waits for its receipts: the next one goes on waiting. */
import { expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { disableLink } from '../../src/features/links/links.operations.ts';
import { fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { giveReceipt, lastFor } from '../support/heard.ts';
import { endLeases, startMortal } from '../support/mortal.ts';
import { startPaigham, type Node } from '../support/paigham.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { asker, breachesOf, watch } from '../support/verify.ts';

it.each(['stops', 'dies'])(
  'a node that %s: the drain goes on, and no receipt is lost',
  async (how) => {
    const behaviour = { receiptNeverPercent: 100 };
    const paigham = await startPaigham({ withoutNode: true, behaviour });
    await watch(paigham);
    const { jazz } = paigham.operators;
    const shop = await openShop(paigham.world, { rupees: '100' });
    const stateAt = async ({ baseUrl }: Node, id: number): Promise<string> =>
      (await fetchReport(baseUrl, shop.apiKey, { id })).delivery;
    const { node, die } = await startMortal(paigham);
    const mobiles = [mobileOf(0, 1), mobileOf(0, 2), mobileOf(0, 3)] as const;
    const ids: number[] = [];
    for (const mobile of mobiles) {
      ids.push(await sendOk(node.baseUrl, shop.write(`Order for ${mobile}`, mobile)));
    }
    const [early = 0, meanwhile = 0, late = 0] = ids;
    for (const id of ids)
      await eventually('the answer', async () => (await stateAt(node, id)) === 'SENT');
    const receipts = mobiles.map((mobile) => ({
      id: lastFor(jazz, mobile).messageIds[0] ?? '',
      mobile,
      state: 'DELIVRD',
    }));
    const [first, second, third] = receipts;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three');

    must(await disableLink(paigham.world.admin, { name: 'jazz' }));
    const waiting = await sendOk(node.baseUrl, shop.write('Not by this link', mobileOf(0, 4)));
    giveReceipt(jazz, first);
    await eventually('a receipt', async () => (await stateAt(node, early)) === 'DELIVERED');
    if (how === 'dies') {
      die();
      await endLeases(paigham);
    } else {
      await node.stop();
    }
    await eventually('nobody', () => jazz.links.size === 0);
    giveReceipt(jazz, second);

    const next = await paigham.startNode();
    await eventually(
      'the kept receipt',
      async () => (await stateAt(next, meanwhile)) === 'DELIVERED',
    );
    expect(jazz.links.size).toBeGreaterThan(0);
    giveReceipt(jazz, third);
    await eventually('the last receipt', async () => (await stateAt(next, late)) === 'DELIVERED');
    await eventually('the end of the drain', () => jazz.links.size === 0);
    const [link] = await asker(paigham.db)<{ readonly until: unknown }>(
      "select draining_until as until from links where name = 'jazz'",
    );
    expect(link?.until).toBeNull();
    expect(await stateAt(next, waiting)).toBe('PENDING');
    expect(() => lastFor(jazz, mobileOf(0, 4))).toThrow('heard nothing');
    expect(await breachesOf(paigham, ids, false)).toEqual([]);
  },
);
