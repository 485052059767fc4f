/** Two nodes with events: one numbers and delivers those of an account, and another takes over. */
import { beforeAll, expect, it } from 'vitest';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { endLeaseOfHolder, startMortal, type Mortal } from '../support/mortal.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';
import { leadTo, startReceiver, type Receiver } from '../support/webhooks.ts';
import type { LinkId } from '../../src/domain/ids.ts';

const config = { fetchLoopback: true };
let paigham: Paigham;
let shop: Shop;
let receiver: Receiver;
let mortal: Mortal;
const okIds: number[] = [];
let sent = 0;

beforeAll(async () => {
  paigham = await startPaigham({ config, withoutNode: true, link: { ambiguousAfterMs: 200 } });
  await watch(paigham);
  shop = await openShop(paigham.world, { rupees: '100000' });
  receiver = await startReceiver();
});

async function sendAll({ baseUrl }: Node, count: number): Promise<void> {
  const answers = await Promise.allSettled(
    Array.from({ length: count }, () => {
      sent += 1;
      return send(baseUrl, shop.write(`Message ${sent}`, mobileOf((sent % 4) as 0, sent)));
    }),
  );
  for (const it of answers) if (it.status === 'fulfilled') okIds.push(it.value.id ?? 0);
}

const ask = <Row>(sql: string): Promise<readonly Row[]> => asker(paigham.db)<Row>(sql);

async function holderOf(): Promise<number | undefined> {
  const [row] = await ask<{ readonly node: number }>('select node from event_logs');
  return row?.node;
}

it('a node takes over from one that died: nothing is missing, nothing has two ids', async () => {
  mortal = await startMortal(paigham, config);
  await leadTo(mortal.node.baseUrl, shop, receiver);
  const first = await eventually('the log is held', holderOf);
  const second = await paigham.startNode();
  await sendAll(mortal.node, 100);
  await eventually('something is told', () => receiver.events.length > 0);
  const underWay = sendAll(second, 100);
  mortal.die();
  const [jazz] = await ask<{ readonly id: LinkId }>(`select id from links where name = 'jazz'`);
  await endLeaseOfHolder(paigham, jazz?.id ?? (0 as LinkId));
  await underWay;
  const held = await eventually('another holds it', async () => {
    const node = await holderOf();
    return node !== undefined && node !== first && node;
  });
  expect(held).not.toBe(first);
  await sendAll(second, 50);
  await untilOver(paigham);
  await eventually('every fact has its number', async () => {
    return (await ask('select from event_outbox')).length === 0;
  });
  const [log] = await ask<{ readonly last: number }>(
    'select next_number - 1 as last from event_logs',
  );
  const ids = () => new Set(receiver.events.map(({ id }) => id));
  await eventually('every event', () => ids().size === log?.last);
  const facts = new Map(
    receiver.events.map(({ id, type, data }) => [id, `${type} ${(data as { id: string }).id}`]),
  );
  expect(new Set(facts.values()).size).toBe(facts.size);
  expect(receiver.forged).toEqual([]);
  expect(
    await breachesOf(
      paigham,
      okIds.filter((it) => it > 0),
    ),
  ).toEqual([]);
});
