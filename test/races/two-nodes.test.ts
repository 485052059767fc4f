/** Two nodes on one database: every message travels once, every link has one owner. */
import { beforeAll, describe, expect, it } from 'vitest';
import { send, type SmsAnswer } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { OPERATOR_NAMES, startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';

let paigham: Paigham;
let shop: Shop;
let second: Node;
const okIds: number[] = [];
let sent = 0;

beforeAll(async () => {
  paigham = await startPaigham({ link: { ambiguousAfterMs: 200 } });
  await watch(paigham);
  shop = await openShop(paigham.world, { rupees: '100000' });
  second = await paigham.startNode();
});

/** Sends `count` messages at once to these nodes in turn. */
async function sendAll(nodes: readonly Node[], count: number): Promise<readonly SmsAnswer[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      sent += 1;
      const parameters = shop.write(`Message ${sent}`, mobileOf((sent % 4) as 0, sent));
      const baseUrl = nodes[index % nodes.length]?.baseUrl ?? '';
      return send(baseUrl, parameters);
    }),
  );
  okIds.push(...answers.flatMap(({ id }) => id ?? []));
  return answers;
}

/** Keeps sending to these nodes, a few at a time, until `until` settles. */
async function sendUntil(nodes: readonly Node[], until: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const waiting = until.finally(() => over.abort());
  while (!over.signal.aborted) await sendAll(nodes, 8);
  await waiting;
}

async function ambiguousAttempts(): Promise<number> {
  const [row] = await asker(paigham.db)<{ readonly many: number }>(
    'select count(*) as many from attempts where ambiguous',
  );
  return row?.many ?? 0;
}

describe('two nodes', () => {
  it('share one bind to each operator, and send every message once', async () => {
    const answers = await sendAll([paigham.node, second], 400);
    expect(answers.filter(({ httpStatus }) => httpStatus !== 200)).toEqual([]);
    await untilOver(paigham);
    expect(OPERATOR_NAMES.map((name) => paigham.operators[name].tally.counts.binds)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
    expect(await ambiguousAttempts()).toBe(0);
  });

  it('take over from one that stops, without duplicating anything', async () => {
    const third = await paigham.startNode();
    const stopping = paigham.node.stop();
    await sendUntil([second, third], stopping);
    await sendAll([second, third], 40);
    await untilOver(paigham);
    expect(OPERATOR_NAMES.map((name) => paigham.operators[name].links.size)).toEqual([1, 1, 1, 1]);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
    expect(await ambiguousAttempts()).toBe(0);
    await third.stop();
  });
});

describe('a node that loses its lease under load', () => {
  it('goes on with another, and what it held is sent again only as ambiguous', async () => {
    await eventually('every link', () =>
      OPERATOR_NAMES.every((name) => paigham.operators[name].links.size === 1),
    );
    const third = await paigham.startNode();
    await withConnection(paigham.address, (client) =>
      client.query(`update nodes set lease_until = now() - interval '1 second'
                    where slot = (select node from link_leases join links on id = link_id
                                  where name = 'jazz')`),
    );
    const lost = eventually('the loss', () =>
      paigham.logged.some((line) => line.includes('has lost its lease')),
    );
    await sendUntil([second, third], lost);
    for (let round = 0; round < 30; round += 1) await sendAll([second, third], 16);
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
    await third.stop();
  });
});
