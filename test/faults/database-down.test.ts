/** The database goes away under load: honest refusals meanwhile, nothing lost, and recovery. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { eventually } from '../support/eventually.ts';
import { startLoad, type Load } from '../support/load.ts';
import { endLeases, hastyClock, skippableClock } from '../support/mortal.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import {
  databaseOf,
  databaseProcesses,
  killHard,
  startProgram,
  type Installation,
} from '../support/program.ts';
import { readyInstallation } from '../support/ready.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { startSmsc } from '../support/smsc-program.ts';
import { times } from '../support/soak.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';
import { findBreaches } from '../support/invariants.ts';
import { failFlushes, whyNoTrace } from '../support/trace.ts';
import { openWire, type Wire } from '../support/wire.ts';

const noTrace = whyNoTrace();
if (noTrace !== undefined) console.warn(`skipped: ${noTrace}`);

let paigham: Paigham;
let shop: Shop;
const okIds: number[] = [];
let sent = 0;

beforeAll(async () => {
  paigham = await startPaigham({
    withoutNode: true,
    link: { ambiguousAfterMs: 200 },
    behaviour: { answerDelayMs: 5, receiptDelayMs: 30 },
  });
  await watch(paigham);
  shop = await openShop(paigham.world, { rupees: '1000000' });
});

afterEach(async () => {
  await paigham.stop();
});

function loadOn(node: Node): Load {
  return startLoad(node.baseUrl, 12, () => {
    sent += 1;
    return shop.write(`Message ${sent}`, mobileOf((sent % 4) as 0, sent));
  });
}

/** Waits until callers have got this many more answers of OK. */
async function untilMore(load: Load, more: number): Promise<void> {
  const enough = load.okIds.length + more;
  await eventually('more answers', () => load.okIds.length >= enough);
}

/** Lets `away` take the database away, waits until callers have noticed, and brings it back. */
async function interrupt(
  node: Node,
  outage: { readonly away: () => unknown; readonly back: () => unknown },
): Promise<Load> {
  const load = loadOn(node);
  await untilMore(load, 100);
  await outage.away();
  await eventually('refusals', () => (load.refusals.get('503 12') ?? 0) >= 20);
  await outage.back();
  await untilMore(load, 100);
  await load.stop();
  okIds.push(...load.okIds);
  return load;
}

async function startOnWire(): Promise<{ readonly node: Node; readonly wire: Wire }> {
  const wire = await openWire(paigham.address);
  return { node: await paigham.startNode({ address: wire.address }), wire };
}

/**
 * What is wrong once everything has ended. A commit whose answer was lost may leave messages that
 * nobody holds; the node finds them within minutes, its successor at once.
 */
async function breachesAfter(node: Node): Promise<readonly string[]> {
  await node.stop();
  await paigham.startNode();
  await untilOver(paigham);
  return breachesOf(paigham, okIds);
}

describe('a database that', () => {
  it('cannot be reached for a while', async () => {
    const { node, wire } = await startOnWire();
    const load = await interrupt(node, { away: wire.cut, back: wire.mend });
    expect([...load.refusals.keys()]).toEqual(['503 12']);
    expect(await breachesAfter(node)).toEqual([]);
  });

  it('comes and goes', async () => {
    const { node, wire } = await startOnWire();
    const load = loadOn(node);
    for (let time = 0; time < times(4, 40); time += 1) {
      await untilMore(load, 20);
      wire.cut();
      wire.mend();
    }
    await load.stop();
    okIds.push(...load.okIds);
    expect(await breachesAfter(node)).toEqual([]);
  });

  it('cannot be reached until the lease of the node has ended', async () => {
    const wire = await openWire(paigham.address);
    const clock = skippableClock();
    const node = await paigham.startNode({ address: wire.address, clock });
    await interrupt(node, {
      away: wire.cut,
      async back() {
        clock.skip(20_000);
        await endLeases(paigham);
        wire.mend();
      },
    });
    expect(await breachesAfter(node)).toEqual([]);
  });

  it('is away when the node is told to stop does not hold it up, and nothing is lost', async () => {
    const wire = await openWire(paigham.address);
    const node = await paigham.startNode({ address: wire.address, clock: hastyClock(20) });
    // Receipts of what has left come when the database is away.
    await paigham.behave({ receiptDelayMs: 1_000 });
    const { counts } = paigham.operators.jazz.tally;
    const enough = counts.submits + 10;
    const load = loadOn(node);
    await eventually('submits', () => counts.submits >= enough);
    wire.cut();
    const before = paigham.logged.length;
    await load.stop();
    okIds.push(...load.okIds);
    const waits = (line: string): boolean => line.includes('results could not be stored yet');
    await eventually('results that wait', () => paigham.logged.slice(before).some(waits));
    await node.stop();
    await paigham.behave({ receiptDelayMs: 30 });
    expect(paigham.logged.filter((line) => line.includes('stops without its database'))).toEqual([
      expect.stringContaining('another node settles what is in flight'),
    ]);
    await endLeases(paigham);
    expect(await breachesAfter(await paigham.startNode())).toEqual([]);
  });

  it('takes no writes for a while', async () => {
    const node = await paigham.startNode();
    const setReadOnly = (value: 'on' | 'off') => (): Promise<unknown> =>
      withConnection({ ...paigham.address, database: 'postgres' }, async (client) => {
        const { database } = paigham.address;
        await client.query(
          `alter database ${database} set default_transaction_read_only = ${value}`,
        );
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
          [database],
        );
      });
    const load = await interrupt(node, { away: setReadOnly('on'), back: setReadOnly('off') });
    expect([...load.refusals.keys()]).toEqual(['503 12']);
    expect(await breachesAfter(node)).toEqual([]);
  });
});

describe('the embedded database', () => {
  /**
   * Breaks the database under load, once or often, and brings everything to its end. `harm` returns
   * what ends it.
   */
  async function outlive(
    harm: (installation: Installation) => (() => Promise<void>) | Promise<() => Promise<void>>,
  ): Promise<void> {
    const smsc = await startSmsc({ receiptDelayMs: 30 });
    const installation = await readyInstallation(smsc);
    const program = await startProgram(installation);
    const demo = installation.demo();
    const [code] = demo.templates;
    const load = startLoad(installation.baseUrl, 8, (index) => ({
      api_key: demo.apiKey,
      sender: 'InfoSMS',
      template_id: Number(code?.id),
      mobile: mobileOf((index % 4) as 0, index),
      message: { code: String(index) },
    }));
    for (let time = 0; time < times(1, 10); time += 1) {
      await untilMore(load, 100);
      const endHarm = await harm(installation);
      await eventually('refusals', () => (load.refusals.get('503 12') ?? 0) > time * 5);
      await endHarm();
    }
    await untilMore(load, 100);
    await load.stop();
    await program.stop();
    const successor = await startProgram(installation);
    const db = open({ address: databaseOf(installation), connections: 2 });
    await untilOver({ db });
    const [copies, acknowledged] = [await smsc.copies(), await smsc.acknowledged()];
    const seen = { ask: asker(db), okIds: load.okIds, copies, acknowledged, isOver: true };
    expect(await findBreaches(seen)).toEqual([]);
    expect([...load.refusals.keys()]).toEqual(['503 12']);
    await db.close();
    await successor.stop();
    await smsc.stop();
    installation.remove();
  }

  it('is started again when it is killed under load, and the service goes on', () =>
    outlive((installation) => {
      for (const pid of databaseProcesses(installation)) killHard(pid);
      return () => Promise.resolve();
    }));

  it.skipIf(noTrace !== undefined)(
    'whose log cannot be flushed under load promises nothing then, and the service goes on',
    () => outlive((installation) => failFlushes(databaseProcesses(installation))),
  );
});
