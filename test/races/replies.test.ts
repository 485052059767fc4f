/** Replies through two nodes, and while the database is away: each is stored, exactly once. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { InboundReply } from '../../src/domain/carrier/carrier.ts';
import type { LinkId, ReplyId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import { createLog } from '../../src/kit/log.ts';
import { open, type Database } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { receiveWaiting } from '../../src/replies/receive/receive.ts';
import { createReplies, type RunningReplies } from '../../src/replies/replies.ts';
import type { FreshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { newPhone, storedFrom } from '../support/phones.ts';
import { worldDatabase } from '../support/world.ts';
import { asker } from '../support/verify.ts';
import { openWire } from '../support/wire.ts';

let fresh: FreshDatabase;
let acknowledged = 0;

beforeAll(async () => {
  fresh = await worldDatabase(12);
});

/** A node as far as replies are concerned; `slot` keeps its ids apart. */
function node(
  slot: number,
  db: Database = fresh.database,
  clock: Clock = wallClock,
): RunningReplies {
  return createReplies({
    db,
    clock,
    log: createLog({ logLevel: 'fatal' } as never, { write: () => undefined }),
    ids: createIds(() => slot, wallClock, machineRandom),
    tallies: { count: () => undefined },
  });
}

function part(from: string, text: string, segment?: InboundReply['segment']): InboundReply {
  const octets = Buffer.from(text, 'latin1');
  return {
    kind: 'reply',
    linkId: 1 as LinkId,
    raw: octets,
    acknowledge: () => (acknowledged += 1),
    from,
    to: '8584',
    alphabet: 'latin1',
    octets,
    segment,
  };
}

const count = 3;
const partsOf = (from: string): readonly InboundReply[] =>
  ['one ', 'two ', 'three'].map((text, index) =>
    part(from, text, { reference: 9, count, number: index + 1 }),
  );

const texts = async (phone: string) =>
  (await storedFrom(fresh.database, phone)).map(({ text }) => text);

describe('two nodes', () => {
  it('that get the same reply at the same moment store it once, and acknowledge both', async () => {
    const nodes = [node(11), node(12)];
    const phones = Array.from({ length: 60 }, newPhone);
    const before = acknowledged;
    for (const phone of phones) for (const it of nodes) it.hear(part(phone, 'Hello'));
    for (const it of nodes) await it.stop();
    for (const phone of phones) expect(await texts(phone)).toEqual(['Hello']);
    expect(acknowledged - before).toBe(120);
  });

  it('that get the parts of one reply store it whole, at once or at the next sweep', async () => {
    const nodes = [node(13), node(14)];
    const phones = Array.from({ length: 40 }, newPhone);
    for (const phone of phones) {
      for (const [index, it] of partsOf(phone).entries())
        nodes[(index + phones.length) % 2]?.hear(it);
    }
    for (const it of nodes) await it.stop();
    const sweeps = nodes.map((it) => it.sweep());
    await Promise.all(sweeps);
    for (const phone of phones) expect(await texts(phone)).toEqual(['one two three']);
    for (const it of nodes) await it.sweep();
    for (const phone of phones) expect(await texts(phone)).toHaveLength(1);
  });

  it('that find overdue parts at the same moment show them once', async () => {
    const phone = newPhone();
    const hearing = node(15);
    for (const it of partsOf(phone).slice(1)) hearing.hear(it);
    await hearing.stop();
    const laterMs = wallClock.nowMs() + limit('replyPartsMs') + 1_000;
    const ids = createIds(() => 16, wallClock, machineRandom);
    const sweep = () =>
      fresh.database.transact((transaction) =>
        receiveWaiting(transaction, laterMs, () => ids.next() as ReplyId),
      );
    const found = await Promise.all([sweep(), sweep(), sweep()]);
    expect(found.flat().map(({ text }) => text)).toEqual(['…two three']);
  });

  it('that get STOP and START for one account at the same moment cause no deadlock', async () => {
    const nodes = [node(17), node(18)];
    const before = acknowledged;
    const phones = Array.from({ length: 30 }, newPhone);
    for (const phone of phones) {
      nodes[0]?.hear(part(phone, 'STOP'));
      nodes[1]?.hear(part(phone, 'START'));
    }
    for (const it of nodes) await it.stop();
    expect(acknowledged - before).toBe(60);
    for (const phone of phones) expect(await texts(phone)).toHaveLength(2);
  });
});

describe('a database that is away', () => {
  it.each(['before the commit', 'after the commit'] as const)(
    '%s of a reply: it is stored once, and acknowledged after that',
    async (point) => {
      const wire = await openWire(fresh.address);
      const db = open({ address: wire.address, connections: 4 });
      const phone = newPhone();
      const replies = node(19, db);
      const cut = wire.cutAt('insert-replies', point);
      const before = acknowledged;
      replies.hear(part(phone, 'In between'));
      await cut;
      expect(acknowledged).toBe(before);
      wire.mend();
      await replies.stop();
      expect(acknowledged).toBe(before + 1);
      expect(await texts(phone)).toEqual(['In between']);
      await db.close();
    },
  );

  it('acknowledges everything it stores, and loses nothing it gets', async () => {
    const wire = await openWire(fresh.address);
    const db = open({ address: wire.address, connections: 4 });
    const phones = Array.from({ length: 200 }, newPhone);
    const replies = node(20, db);
    const before = acknowledged;
    wire.cut();
    for (const phone of phones) replies.hear(part(phone, 'Away'));
    await eventually('an attempt', async () => (await texts(phones[0] ?? '')).length === 0);
    expect(acknowledged).toBe(before);
    wire.mend();
    await replies.stop();
    expect(acknowledged).toBe(before + 200);
    for (const phone of phones) expect(await texts(phone)).toEqual(['Away']);
    await db.close();
  });
});

describe('a reply handed over', () => {
  it('is forgotten after some minutes, and new when it comes again', async () => {
    const phone = newPhone();
    const now = node(21);
    now.hear(part(phone, 'Same words'));
    await now.stop();
    const laterMs = limit('replyRepeatMs') + 1_000;
    const later = node(22, fresh.database, {
      ...wallClock,
      nowMs: () => wallClock.nowMs() + laterMs,
    });
    later.hear(part(phone, 'Same words'));
    await later.stop();
    expect(await texts(phone)).toEqual(['Same words', 'Same words']);
    const much = node(23, fresh.database, {
      ...wallClock,
      nowMs: () => wallClock.nowMs() + 2 * laterMs + limit('replyPartsMs'),
    });
    await much.sweep();
    expect(await asker(fresh.database)('select 1 from reply_parts')).toEqual([]);
  });
});
