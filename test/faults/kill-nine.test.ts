/**
 * kill -9 of the whole service, including its database, under load, again and again. The simulated
 * operators run on in a process of their own and remember everything.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { Demo } from '../../src/demo/seed-demo.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { SendParameters } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { type Ask, findBreaches, findSecrets, watchMoves } from '../support/invariants.ts';
import { startLoad } from '../support/load.ts';
import { databaseOf, startProgram, type Installation } from '../support/program.ts';
import { readyInstallation } from '../support/ready.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { times } from '../support/soak.ts';
import { asker, untilOver } from '../support/verify.ts';
import { leadTo, type Receiver, startReceiver } from '../support/webhooks.ts';
import { openAdmin } from '../support/built-world.ts';

const KILLS = times(4, 40);
const seed = machineRandom.secret(6);
const random = seededRandom(seed);

let smsc: SmscProgram;
let installation: Installation;

beforeAll(async () => {
  // Slow enough that every kill finds something on the wire, however busy the machine is.
  smsc = await startSmsc({ answerDelayMs: 150, receiptDelayMs: 40, receiptJitterMs: 200 });
  installation = await readyInstallation(smsc);
});

afterAll(async () => {
  await smsc.stop();
  installation.remove();
});

/** One-time codes, messages of two parts, and small batches; no text twice to one number. */
function composer(demo: Demo): (index: number) => SendParameters {
  const idOf = (name: string): number =>
    Number(demo.templates.find((template) => template.name === name)?.id);
  const [code, order] = [idOf('One-time code'), idOf('Order update')];
  return (index) => {
    const mobile = mobileOf((index % 4) as 0, index % 1_000);
    const base = { api_key: demo.apiKey, sender: 'InfoSMS', mobile };
    if (index % 10 === 3) {
      // Both parts say which message they belong to.
      const name = `${index} ${'x'.repeat(130)}`;
      const message = { name, order_no: String(index), date: `day ${index}` };
      return { ...base, template_id: order, message };
    }
    const several = [0, 1, 2, 3].map((at) => mobileOf(at as 0, 2_000 + (index % 500))).join(',');
    const isBatch = index % 10 === 7;
    const message = { code: String(index) };
    return { ...base, ...(isBatch ? { mobile: several } : {}), template_id: code, message };
  };
}

/** Enough credit, and a record of every move from the first message on. */
async function furnish(demo: Demo): Promise<void> {
  const address = databaseOf(installation);
  const db = open({ address, connections: 2 });
  const accountId = Number(demo.accountId) as AccountId;
  const amountMicros = micros(1_000_000_000_000n);
  must(await moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
  await db.close();
  await withConnection(address, (client) => watchMoves((sql) => client.query(sql)));
}

/** Facts get their numbers a moment after they become true. */
const LOG = `
  select (select max(next_number) - 1 from event_logs) as last,
    (select count(*) from event_outbox) as unnumbered,
    (select json_agg(t) from (select * from webhook_retries limit 3) as t) as retries,
    (select json_agg(t) from (
      select number, attempt, status, error, next_at from webhook_deliveries
      where status is distinct from 204 limit 3) as t) as failed`;

/** Every event arrived, in order per message, and repeats have the same id. */
async function expectReceived(ask: Ask, { events, forged }: Receiver): Promise<void> {
  const come = (): number => new Set(events.map(({ id }) => id)).size;
  const isWhole = async (): Promise<boolean> => {
    const [log] = await ask<{ readonly last: number; readonly unnumbered: number }>(LOG);
    return log?.unnumbered === 0 && come() === log.last;
  };
  await eventually('every event', isWhole).catch(async (error: unknown) => {
    const missing = `${come()} have come: ${JSON.stringify(await ask(LOG))}`;
    throw new Error(missing, { cause: error });
  });
  const first = [...new Map(events.toReversed().map((it) => [it.id, it])).values()].toReversed();
  const places = new Map<string, number>();
  const late = first.filter(({ data, sequence }) => {
    const { id } = data as { readonly id: string };
    const before = places.get(id) ?? 0;
    places.set(id, Math.max(before, sequence));
    return sequence < before;
  });
  expect([late, forged]).toEqual([[], []]);
  console.log(`${come()} events, ${events.length - come()} of them told again`);
}

describe(`a service that is killed ${KILLS} times under load (seed ${seed})`, () => {
  it('loses nothing, charges once, and sends twice only what it calls ambiguous', async () => {
    let program = await startProgram(installation);
    const demo = installation.demo();
    await furnish(demo);
    const receiver = await startReceiver();
    await leadTo(installation.baseUrl, demo, receiver);
    const load = startLoad(installation.baseUrl, 16, composer(demo));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = load.okIds.length + random.randomInt(20, 300);
      await eventually('load', () => load.okIds.length >= enough);
      await program.crash(kill % 2 === 0 ? 'service first' : 'database first');
      program = await startProgram(installation);
    }
    await load.stop();
    const db = open({ address: databaseOf(installation), connections: 3 });
    await untilOver({ db });
    const ask = asker(db);
    await expectReceived(ask, receiver);
    const [copies, acknowledged] = [await smsc.copies(), await smsc.acknowledged()];
    const { okIds } = load;
    expect(await findBreaches({ ask, okIds, copies, acknowledged, isOver: true })).toEqual([]);
    const [row] = await ask<{ readonly many: number }>(
      'select count(*) as many from attempts where ambiguous',
    );
    console.log(`${okIds.length} OK, ${row?.many} ambiguous attempts, ${[...load.refusals]}`);
    expect(row?.many).toBeGreaterThan(0);
    await db.close();
    await program.stop();
    const { apiKey } = demo;
    const texts = { 'an API key': apiKey, 'a text': 'verification code is', mobile: '92300100' };
    const secrets = { ...texts, 'the owner’s password': demo.owner.password };
    // The startup panel shows the key and the logins of the demo on purpose.
    const logins = new RegExp(`^  portal    .* ${demo.owner.password}$`, 'gm');
    const shown = installation.output().replaceAll(logins, '(shown)');
    const printed = shown.replaceAll(demo.apiKey, (key, at: number, all: string) =>
      /key {7}|api_key=|Bearer /.test(all.slice(at - 12, at)) ? '(shown)' : key,
    );
    expect(findSecrets({ 'what it printed and logged': printed }, secrets)).toEqual([]);
  }, 900_000);
});
