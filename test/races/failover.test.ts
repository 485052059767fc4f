/** Several nodes and a link that is down: what waits for it takes another link, once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import type { LinkId } from '../../src/domain/ids.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { lookAtLine, moveWaiting } from '../../src/store/queue/look-at-queue.ts';
import { eventually } from '../support/eventually.ts';
import { addRoute, goAway, untilLinkIs } from '../support/health.ts';
import { endLeases, startMortal } from '../support/mortal.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { send } from '../support/caller.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

type Scene = {
  readonly paigham: Paigham;
  readonly shop: Shop;
  readonly okIds: number[];
  send(count: number, node?: Node): Promise<void>;
};

async function begin(settings: Parameters<typeof startPaigham>[0] = {}): Promise<Scene> {
  const paigham = await startPaigham({ ...settings, link: { ambiguousAfterMs: 200 } });
  await watch(paigham);
  const shop = await openShop(paigham.world, { rupees: '100000' });
  const okIds: number[] = [];
  let sent = 0;
  return {
    paigham,
    shop,
    okIds,
    async send(count, node = paigham.node) {
      const answers = await Promise.all(
        Array.from({ length: count }, () => {
          sent += 1;
          return send(node.baseUrl, shop.write(`Message ${sent}`, mobileOf(0, sent)));
        }),
      );
      okIds.push(...answers.flatMap(({ id }) => id ?? []));
    },
  };
}

async function linkIds({ db }: Paigham): Promise<(name: string) => LinkId> {
  const rows = await asker(db)<{ readonly id: LinkId; readonly name: string }>(
    'select id, name from links',
  );
  return (name) => {
    const found = rows.find((row) => row.name === name);
    if (found === undefined) throw new Error(`there is no link ${name}`);
    return found.id;
  };
}

describe('two nodes that move one backlog', () => {
  let scene: Scene;
  let second: Node;

  beforeAll(async () => {
    scene = await begin();
    second = await scene.paigham.startNode();
    await addRoute(scene.paigham, 'Jazz', 'zong');
    await addRoute(scene.paigham, 'Jazz', 'ufone');
  });

  it('each to its own link send every message once', async () => {
    const { paigham } = scene;
    await withConnection(paigham.address, (client) =>
      client.query(
        `update link_leases set (node, epoch) = (
           select slot, epoch from nodes where lease_until > now()
             and slot <> link_leases.node limit 1)
         where link_id = (select id from links where name = 'ufone')`,
      ),
    );
    await goAway(paigham.operators.jazz);
    await scene.send(400);
    await scene.send(200, second);
    await untilLinkIs(paigham, 'jazz', 'down');
    await untilOver(paigham);
    const { jazz, zong, ufone } = paigham.operators;
    const heard = [jazz, zong, ufone].map(({ copies }) => [...copies.entries()].length);
    expect(heard[0]).toBe(0);
    expect(heard[1]).toBeGreaterThan(150);
    expect(heard[2]).toBeGreaterThan(150);
    expect(await breachesOf(paigham, scene.okIds)).toEqual([]);
  });

  it('by the same statements at the same moment move every row once', async () => {
    const { paigham } = scene;
    for (const name of ['zong', 'ufone']) {
      must(await setLink(paigham.world.admin, { name, enabled: false }));
    }
    // A node that has not heard of it yet would still move messages to the link that it holds.
    const { zong, ufone } = paigham.operators;
    await eventually('both are let go', () => zong.links.size + ufone.links.size === 0);
    await scene.send(300);
    const idOf = await linkIds(paigham);
    const all = { after: undefined, most: 300, dueByMs: Number.MAX_SAFE_INTEGER / 1_000 };
    const look = { ...all, linkId: idOf('jazz'), priority: 1 } as const;
    const waiting = await eventually('the line', async () => {
      const { messages } = await lookAtLine(paigham.db, look);
      return messages.length === 300 && messages;
    });
    const moves = waiting.map((it) => ({ ...it, to: idOf('telenor') }));
    await withConnection(paigham.address, (client) =>
      client.query(
        `update queue set lost_until = now() + interval '1 hour' where message_id = $1`,
        [waiting[0]?.messageId],
      ),
    );
    // Seen before its answer was lost, it is not moved; and it is no longer seen.
    expect((await lookAtLine(paigham.db, look)).messages).toHaveLength(299);
    const moved = await Promise.all(
      Array.from({ length: 8 }, () =>
        paigham.db.transact((transaction) => moveWaiting(transaction, idOf('jazz'), moves)),
      ),
    );
    const sum = moved.reduce((all, it) => all + (it.get(idOf('telenor')) ?? 0), 0);
    expect(sum).toBe(299);
    await withConnection(paigham.address, (client) =>
      client.query(`update queue set lost_until = null where lost_until is not null`),
    );
    const last = await paigham.db.transact((tx) => moveWaiting(tx, idOf('jazz'), moves));
    expect(last.get(idOf('telenor'))).toBe(1);
    await untilOver(paigham);
    expect(await breachesOf(paigham, scene.okIds)).toEqual([]);
  });
});

describe('a node that dies with its links', () => {
  it('is noticed by the others, who carry what is waiting once they hold the links', async () => {
    const scene = await begin({ config: { roles: ['api', 'worker'] } });
    const { paigham } = scene;
    const mortal = await startMortal(paigham, { roles: ['all'] });
    await addRoute(paigham, 'Jazz', 'zong');
    await untilLinkIs(paigham, 'jazz', 'up');
    await scene.send(100);
    await goAway(paigham.operators.jazz);
    const sending = scene.send(200);
    mortal.die();
    await sending;
    await scene.send(100);
    await endLeases(paigham);
    await paigham.startNode({ config: { roles: ['all'] } });
    await untilLinkIs(paigham, 'zong', 'up');
    await untilLinkIs(paigham, 'jazz', 'down');
    await untilOver(paigham, { silent: true });
    // Receipts for what it took earlier wait at the operator.
    await paigham.operators.jazz.change({ accepting: true });
    await untilOver(paigham);
    expect(await breachesOf(paigham, scene.okIds)).toEqual([]);
  });
});
