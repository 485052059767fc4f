/** From the release before to this version, with a full queue and under load. */
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { must } from '../../src/operations/admin.ts';
import type * as credit from '../../src/features/credit/credit.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { MESSAGE_STATES } from '../../src/domain/message/message.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { open, type Database } from '../../src/kit/postgres/pool.ts';
import { openAdmin, TEST_MASTER_KEY } from '../support/built-world.ts';
import { sendOk, type SendParameters } from '../support/caller.ts';
import { idIn, type ChatAnswer } from '../support/chat-story.ts';
import { emptyDatabase } from '../support/database.ts';
import type * as demoChat from '../support/demo-chat.ts';
import { startDemoPlatform } from '../support/demo-chat.ts';
import { THIS_VERSION } from '../support/compiled.ts';
import { eventually } from '../support/eventually.ts';
import { findBreaches } from '../support/invariants.ts';
import { findChatCopies } from '../support/invariants/chats.ts';
import { startLoad, type Load } from '../support/load.ts';
import {
  databaseOf,
  prepareInstallation,
  startProgram,
  type Installation,
} from '../support/program.ts';
import { takeOutRelease, whyNoRelease } from '../support/release-before.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { asker, untilOver } from '../support/verify.ts';
import { openWire } from '../support/wire.ts';

/** What is in the queue when the new version is started: far more than is on the wire. */
const QUEUED = 500;
const SLOW_MS = 4_000;
const missing = whyNoRelease();
if (missing !== undefined) console.log(`Upgrades are not tested: ${missing}.`);

let smsc: SmscProgram;
let release: string;
let sent = 0;

beforeEach(async () => {
  if (missing !== undefined) return;
  smsc = await startSmsc({ answerDelayMs: SLOW_MS, receiptDelayMs: 50 });
  release = takeOutRelease();
  onTestFinished(() => smsc.stop());
});

function write({ demo }: Installation, mobile: string): SendParameters {
  const { apiKey, templates } = demo();
  const base = { api_key: apiKey, sender: 'InfoSMS', template_id: Number(templates[0]?.id) };
  return { ...base, mobile, message: { code: String(sent) } };
}

/** A number that nothing was sent to. */
function newNumber(): string {
  sent += 1;
  return mobileOf((sent % 4) as 0, sent);
}

/** Callers of the demo account that the first installation made. */
function loadOn(to: Installation, first: Installation, callers: number): Load {
  return startLoad(to.baseUrl, callers, () => write(first, newNumber()));
}

/** A release's own code, where it has it: this version's reads columns that are not there yet. */
const ownCode = async <Code>(version: string, file: string): Promise<Code> =>
  (await import(join(version, file))) as Code;

/** A fast machine sends more than the credit of the demo pays for. */
async function addCredit(db: Database, { demo, version }: Installation): Promise<void> {
  const release = await ownCode<typeof credit>(version, 'src/admin/credit.ts');
  const accountId = Number(demo().accountId) as AccountId;
  const amountMicros = micros(1_000_000_000_000n);
  must(await release.moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
}

/** Sends as many chat messages in one request by a template with two values. Their ids. */
async function sendChat(to: Installation, templateId: string, count: number): Promise<number[]> {
  const body = ['Ali', String(sent)].map((text) => ({ type: 'text', text }));
  const entries = Array.from({ length: count }, () => ({ mobile: newNumber(), body }));
  const form = new URLSearchParams({
    api_key: to.demo().apiKey,
    template_id: templateId,
    template_data: JSON.stringify(entries),
  });
  const answer = await fetch(`${to.baseUrl}/api/send.php`, { method: 'POST', body: form });
  const { results } = (await answer.json()) as ChatAnswer;
  expect(results).toHaveLength(count);
  return results.map((result) => idIn(result.id ?? ''));
}

const heardBy = ({ platform }: RunningPlatform) =>
  platform.messages.all().filter((it) => it.direction === 'out');

/** However slow callers are: a list fills it. Its ids. */
async function fillQueue(db: Database, to: Installation): Promise<readonly number[]> {
  const lists = Array.from({ length: 2 }, () => Array.from({ length: QUEUED }, newNumber));
  const ids = await Promise.all(lists.map((it) => sendOk(to.baseUrl, write(to, it.join(',')))));
  const isFull = async (): Promise<boolean> => {
    const [row] = await asker(db)<{ readonly count: number }>(
      'select count(*)::int as count from queue',
    );
    return (row?.count ?? 0) > QUEUED;
  };
  await eventually('a full queue', isFull);
  return ids;
}

/** Every violated invariant, once every message has ended. */
async function breaches(
  db: Database,
  listed: readonly number[],
  loads: readonly Load[],
): Promise<readonly string[]> {
  await smsc.behave({ answerDelayMs: 3 });
  await untilOver({ db });
  const okIds = [...listed, ...loads.flatMap((load) => load.okIds)];
  const [copies, acknowledged] = [await smsc.copies(), await smsc.acknowledged()];
  return findBreaches({ ask: asker(db), okIds, copies, acknowledged, isOver: true });
}

describe.skipIf(missing)('an upgrade from the release before', () => {
  it('node by node on one database refuses, loses and doubles nothing', async () => {
    const address = await emptyDatabase();
    const db = open({ address, connections: 2 });
    onTestFinished(() => db.close());
    const { user, password, database } = address;
    const { host, port } = (await openWire(address)).address;
    const login = `${user}:${encodeURIComponent(password)}`;
    const environment = {
      DATABASE_URL: `postgres://${login}@${host}:${port}/${database}`,
      DATABASE_POOL: '8',
      MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    };
    const before = await prepareInstallation(smsc, environment, release);
    const now = await prepareInstallation(smsc, environment);
    const old = await startProgram(before);
    await addCredit(db, before);
    const onOld = loadOn(before, before, 4);
    const listed = await fillQueue(db, before);
    const upgraded = await startProgram(now);
    const onNew = loadOn(now, before, 2);
    const sinceOld = onOld.okIds.length;
    await eventually('both at work', () => {
      return onOld.okIds.length > sinceOld + 50 && onNew.okIds.length > 50;
    });
    await onOld.stop();
    await old.stop();
    const alone = onNew.okIds.length;
    await eventually('the new one goes on', () => onNew.okIds.length > alone + 50);
    await onNew.stop();
    expect(await breaches(db, listed, [onOld, onNew])).toEqual([]);
    expect([...onOld.refusals.keys(), ...onNew.refusals.keys()]).toEqual([]);
    await upgraded.stop();
  });

  it('in place, on the files of the embedded database, carries what waited', async () => {
    const before = await prepareInstallation(smsc, {}, release);
    onTestFinished(() => before.remove());
    const old = await startProgram(before);
    const seen = open({ address: databaseOf(before), connections: 2 });
    await addCredit(seen, before);
    const load = loadOn(before, before, 4);
    const listed = await fillQueue(seen, before);
    await load.stop();
    await seen.close();
    await old.stop();
    const upgraded = await startProgram({ ...before, version: THIS_VERSION });
    const db = open({ address: databaseOf(before), connections: 2 });
    const after = loadOn(before, before, 2);
    await eventually('new ones', () => after.okIds.length > 50);
    await after.stop();
    expect(await breaches(db, listed, [load, after])).toEqual([]);
    await db.close();
    await upgraded.stop();
  });
});

describe.skipIf(missing)('an upgrade with chat messages on their way', () => {
  it('sends each once and hears of it', async () => {
    const platform = await startDemoPlatform({ behaviour: { answerDelayMs: 2_000 } });
    onTestFinished(() => platform.close());
    const masterKey = TEST_MASTER_KEY.toString('base64');
    const settings = { GRAPH_ADDRESS: platform.url, MASTER_KEY: masterKey };
    const before = await prepareInstallation(smsc, settings, release);
    onTestFinished(() => before.remove());
    const old = await startProgram(before);
    const seen = open({ address: databaseOf(before), connections: 2 });
    const publicAddress = before.baseUrl;
    const demo = await ownCode<typeof demoChat>(release, 'test/support/demo-chat.ts');
    const admin = demo.chatAdminOf(openAdmin(seen), platform.url, { publicAddress });
    const roshan = await demo.connectRoshan(admin, Number(before.demo().accountId) as AccountId);
    const send = (count: number): Promise<number[]> =>
      sendChat(before, String(roshan.template('text').id), count);
    // At 80 a second they take longer than the way from the first to the end of the program.
    const earlier = await send(900);
    await eventually('some at the platform', () => heardBy(platform).length > 20);
    await seen.close();
    await old.stop();
    expect(heardBy(platform).length).toBeLessThan(900);
    const upgraded = await startProgram({ ...before, version: THIS_VERSION });
    const db = open({ address: databaseOf(before), connections: 2 });
    const okIds = [...earlier, ...(await send(20))];
    await untilOver({ db });
    const evidence = { ask: asker(db), okIds, copies: [], acknowledged: 0, isOver: true };
    expect(await findBreaches(evidence)).toEqual([]);
    expect(findChatCopies(heardBy(platform))).toEqual([]);
    const states = await asker(db)('select distinct state from messages');
    expect(states).toEqual([{ state: MESSAGE_STATES.delivered }]);
    await db.close();
    await upgraded.stop();
  });
});
