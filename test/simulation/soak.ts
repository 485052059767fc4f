/**
 * The real program with its own PostgreSQL on a disk, its simulated operators and chat platform, a
 * steady load, and faults drawn from a seed. In the end everything is healed and drained, and the
 * checker of invariants compares the database, the callers' answers and what the operators and the
 * platform received.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { must } from '../../src/operations/admin.ts';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { readOpaqueId } from '../../src/domain/chat/progress.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { pause, wallClock } from '@paigham/base/clock.ts';
import { idOfUuid } from '../../src/kit/uuid-ids.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { endAll } from '../support/after-file.ts';
import { openAdmin } from '../support/built-world.ts';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { findBreaches, watchMoves, type Ask } from '../support/invariants.ts';
import * as programs from '../support/program.ts';
import { mobileOf } from '../support/shop.ts';
import { makeDiskInFile, whyNoSmallDisk } from '../support/small-disk.ts';
import { tellPlatform } from '../support/chat-world.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { asker, untilOver } from '../support/verify.ts';
import { createDraw } from './draw.ts';
import { faultsOf, heal, openClock, outsideOf, type Stage } from './soak-faults.ts';
import { drawPlot, percentile, type Minute } from './soak-plot.ts';

const { values: chosen } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: machineRandom.secret(6) },
    rate: { type: 'string', default: '20' },
    'spare-node': { type: 'boolean', default: false },
    plot: { type: 'string', default: '' },
  },
});
const minutes = Number(chosen.minutes);
const rate = Number(chosen.rate);
if (!(minutes > 0 && rate > 0 && rate <= 1_000)) {
  throw new Error('--minutes is a number above 0, --rate one from 1 to 1000 a second');
}
const draw = createDraw(chosen.seed);

/** Answers in the time between two reports. */
type Heard = { readonly okIds: number[]; readonly tookMs: number[]; refused: number };

/** Of how many sends one is a chat message. */
const CHAT_EVERY = 10;

/** Sends `rate` messages a second, whatever becomes of them; no text twice. */
function startPaced(installation: programs.Installation, heard: Heard) {
  const demo = installation.demo();
  const template = demo.templates.find(({ name }) => name === 'Order update');
  const flying = new Set<Promise<void>>();
  let index = 0;
  const sendText = async (mobile: string): Promise<number | undefined> => {
    const message = { name: `Ali ${index}`, order_no: String(index), date: 'Friday' };
    const whose = { api_key: demo.apiKey, sender: 'InfoSMS', template_id: Number(template?.id) };
    return (await send(installation.baseUrl, { ...whose, mobile, message })).id;
  };
  const sendChat = async (mobile: string): Promise<number | undefined> => {
    const body = ['Ali', String(index)].map((text) => ({ type: 'text', text }));
    const form = {
      api_key: demo.apiKey,
      template_id: demo.chatTemplates[0]?.id ?? '',
      template_data: JSON.stringify([{ mobile, body }]),
    };
    const init = { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(`${installation.baseUrl}/api/send.php`, init);
    const text = await answer.text();
    const id = /"id":"([^"]+)"/.exec(text)?.[1];
    return id === undefined ? undefined : idOfUuid(id);
  };
  const sendOne = async (): Promise<void> => {
    index += 1;
    const mobile = mobileOf((index % 4) as 0, index);
    const sentAtMs = wallClock.monotonicMs();
    const sending = index % CHAT_EVERY === 0 ? sendChat(mobile) : sendText(mobile);
    const id = await sending.catch(() => undefined);
    heard.tookMs.push(wallClock.monotonicMs() - sentAtMs);
    if (id === undefined) heard.refused += 1;
    else heard.okIds.push(id);
  };
  const timer = wallClock.every(1_000 / rate, () => {
    const one = sendOne().finally(() => flying.delete(one));
    flying.add(one);
  });
  return async () => {
    timer.cancel();
    await Promise.all(flying);
  };
}

const memoryMb = (pid: number): number => {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
};

/** One minute, or less, of faults; a fault every 5 to 25 seconds. */
async function soakFor(ms: number, stage: Stage): Promise<readonly string[]> {
  const untilMs = wallClock.monotonicMs() + ms;
  const faults: string[] = [];
  for (;;) {
    const waitMs = 5_000 + draw.below(20_000);
    const leftMs = untilMs - wallClock.monotonicMs();
    await pause(wallClock, Math.max(0, Math.min(waitMs, leftMs)));
    if (waitMs >= leftMs) return faults;
    const possible = faultsOf(stage, chosen['spare-node']);
    const name = draw.pick(Object.keys(possible));
    const its = draw.fork(`${name} ${faults.length}`);
    const failed = await possible[name]?.(stage, its).then(
      () => '',
      (error: unknown) => ` (it failed: ${String(error)})`,
    );
    faults.push(`${name}${failed}`);
  }
}

/** What the platform accepted: never the same message twice, and all that was charged. */
async function findChatBreaches(ask: Ask, { platform }: Stage): Promise<readonly string[]> {
  type Copy = { readonly direction: string; readonly callbackData?: string };
  const { messages } = await tellPlatform(platform, '/messages?last=100000');
  const marks = (messages as readonly Copy[])
    .filter(({ direction }) => direction === 'out')
    .map(({ callbackData }) => idOfUuid(readOpaqueId(callbackData ?? '')?.uuid ?? ''));
  const heard = new Set(marks);
  const twice = marks.length - heard.size;
  const charged = await ask<{ readonly id: number }>(
    'select id from messages where alphabet = 3 and posted_micros > 0',
  );
  const never = charged.filter(({ id }) => !heard.has(id)).length;
  console.log(`${heard.size} chat messages at the platform, ${charged.length} of them charged`);
  return [
    ...(twice > 0 ? [`the platform accepted ${twice} copies`] : []),
    ...(never > 0 ? [`${never} chat messages were charged and never accepted`] : []),
  ];
}

/** Past the 72 hours after which a message that nobody has heard of is given up. */
const GIVEN_UP_SECONDS = 80 * 3_600;
/** That is done every ten minutes. */
const GIVING_UP_MS = 720_000;

/** Ends the story, and says what is wrong. */
async function judge(stage: Stage, okIds: readonly number[]): Promise<readonly string[]> {
  const { installation, operators } = stage;
  await heal(stage);
  const db = open({ address: programs.databaseOf(installation), connections: 3 });
  const ask = asker(db);
  const isSent = async (): Promise<boolean> =>
    (await ask('select from queue limit 1')).length === 0;
  await eventually('an empty queue', isSent, 300_000);
  await stage.program.kill();
  stage.clock?.step(GIVEN_UP_SECONDS);
  stage.program = await programs.startProgram(installation);
  await untilOver({ db }, { withinMs: GIVING_UP_MS });
  const [copies, acknowledged] = [await operators.copies(), await operators.acknowledged()];
  const breaches = await findBreaches({ ask, okIds, copies, acknowledged, isOver: true });
  const [row] = await ask<{ readonly many: number }>(
    'select count(*)::int as many from attempts where ambiguous',
  );
  console.log(`${okIds.length} OK, ${row?.many} attempts recorded as ambiguous`);
  const ends = await ask<{ readonly state: number; readonly many: number }>(
    'select state, count(*)::int as many from messages group by state order by state',
  );
  console.log(ends.map(({ state, many }) => `${many} in state ${state}`).join(', '));
  const chat = await findChatBreaches(ask, stage);
  await db.close();
  return [...breaches, ...chat];
}

async function furnish(installation: programs.Installation): Promise<void> {
  const address = programs.databaseOf(installation);
  const db = open({ address, connections: 2 });
  const accountId = Number(installation.demo().accountId) as AccountId;
  const amountMicros = micros(1_000_000_000_000n);
  must(await moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
  await db.close();
  await withConnection(address, (client) => watchMoves((sql) => client.query(sql)));
  await eventually('the chat number', () => installation.demo().chatTemplates.length > 0);
}

/** A platform that remembers all it accepts, and one person may get as much as another. */
async function startOnce(installation: programs.Installation): Promise<void> {
  await (await programs.startProgram(installation)).stop();
  const file = join(installation.dataDir, 'chat-platform.json');
  const described = JSON.parse(readFileSync(file, 'utf8')) as object;
  const change = { keepMessages: 100_000, magicNumbers: false, pairEveryMs: 0 };
  writeFileSync(file, JSON.stringify({ ...described, ...change }));
}

const DISK_OCTETS = 8_000_000_000;

/** A service on a disk of its own where that is possible; says what is left out where not. */
async function prepare() {
  const whyNot = whyNoSmallDisk();
  if (whyNot !== undefined) console.log(`no full disk: ${whyNot}`);
  const disk = whyNot === undefined ? makeDiskInFile(DISK_OCTETS) : undefined;
  const folder = makeTemporaryDir();
  const clock = openClock(folder);
  if (clock === undefined) console.log('no stepped clock: the package faketime is not installed');
  const dataDir = disk === undefined ? folder : join(disk.folder, 'data');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const installation = await programs.installationIn(dataDir, clock?.environment);
  await startOnce(installation);
  return { clock, disk, installation };
}

async function soak(): Promise<readonly string[]> {
  console.log(`seed ${chosen.seed}, ${minutes} minutes, ${rate} messages a second`);
  const prepared = await prepare();
  const { installation, disk } = prepared;
  const program = await programs.startProgram(installation);
  const stage: Stage = { ...prepared, ...outsideOf(installation), program };
  try {
    await heal(stage);
    await furnish(installation);
    const heard: Heard = { okIds: [], tookMs: [], refused: 0 };
    const stop = startPaced(installation, heard);
    const series: Minute[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      const before = heard.okIds.length;
      const faults = await soakFor(60_000 * Math.min(1, minutes - minute), stage);
      const tookMs = heard.tookMs.splice(0).toSorted((a, b) => a - b);
      const [p50, p99] = [percentile(tookMs, 50), percentile(tookMs, 99)];
      const memory = memoryMb(stage.program.pid);
      series.push({ p50, p99, memory });
      const told = `${heard.okIds.length - before} OK, ${heard.refused} not`;
      const measured = `p50 ${p50} ms, p99 ${p99} ms, ${memory} MB`;
      console.log(`minute ${minute + 1}: ${told}; ${measured}; ${faults.join(', ')}`);
      heard.refused = 0;
    }
    await stop();
    if (chosen.plot !== '') writeFileSync(chosen.plot, drawPlot(series));
    return await judge(stage, heard.okIds);
  } finally {
    await endAll();
    await stage.program.stop();
    installation.remove();
    disk?.remove();
  }
}

const breaches = await soak();
for (const sentence of breaches.slice(0, 20)) console.log(sentence);
console.log(breaches.length === 0 ? 'the auditor finds nothing wrong' : `${breaches.length} wrong`);
process.exitCode = breaches.length === 0 ? 0 : 1;
