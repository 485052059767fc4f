/**
 * The real program with its own PostgreSQL on a disk, operators in a process of their own, a steady
 * load, and faults drawn from a seed. In the end everything is healed and drained, and the checker
 * of invariants compares the database, the callers' answers and what operators received.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { must } from '../../src/admin/admin.ts';
import { moveCredit } from '../../src/admin/credit.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { pause, wallClock } from '../../src/kit/clock.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '../../src/kit/random.ts';
import { endAll } from '../support/after-file.ts';
import { openAdmin } from '../support/built-world.ts';
import { send } from '../support/caller.ts';
import { findBreaches, watchMoves } from '../support/invariants.ts';
import * as programs from '../support/program.ts';
import { mobileOf } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { asker, untilOver } from '../support/verify.ts';
import { createDraw, type Draw } from './draw.ts';
import { drawPlot, percentile, type Minute } from './soak-plot.ts';

const { values: chosen } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: machineRandom.secret(6) },
    rate: { type: 'string', default: '20' },
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

/** Sends `rate` messages a second, whatever becomes of them; no text twice. */
function startPaced(installation: programs.Installation, heard: Heard) {
  const demo = installation.demo();
  const template = demo.templates.find(({ name }) => name === 'Order update');
  const flying = new Set<Promise<void>>();
  let index = 0;
  const sendOne = async (): Promise<void> => {
    index += 1;
    const sentAtMs = wallClock.monotonicMs();
    const answer = await send(installation.baseUrl, {
      api_key: demo.apiKey,
      sender: 'InfoSMS',
      mobile: mobileOf((index % 4) as 0, index),
      template_id: Number(template?.id),
      message: { name: `Ali ${index}`, order_no: String(index), date: 'Friday' },
    }).catch(() => undefined);
    heard.tookMs.push(wallClock.monotonicMs() - sentAtMs);
    if (answer?.id === undefined) heard.refused += 1;
    else heard.okIds.push(answer.id);
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

type Stage = {
  readonly installation: programs.Installation;
  readonly smsc: SmscProgram;
  program: programs.Program;
};

const HEALED = {
  accepting: true,
  frozen: false,
  answerDelayMs: 5,
  receiptDelayMs: 50,
  receiptJitterMs: 200,
  receiptTwicePercent: 0,
  receiptContradictoryPercent: 0,
  receiptBeforeAnswer: false,
  dropPoint: 'none',
  throttleNext: 0,
} as const;
const POINTS = ['before_taking', 'before_answer', 'mid_answer', 'after_answer'] as const;

/** Each does its damage and, where nothing else would, heals it. */
const FAULTS: Readonly<Record<string, (stage: Stage, its: Draw) => Promise<void>>> = {
  async 'node killed'(stage) {
    await stage.program.kill();
    stage.program = await programs.startProgram(stage.installation);
  },
  async 'node and database killed'(stage, its) {
    await stage.program.crash(its.percent(50) ? 'service first' : 'database first');
    stage.program = await programs.startProgram(stage.installation);
  },
  async 'database killed'({ installation }) {
    for (const pid of programs.databaseProcesses(installation)) programs.killHard(pid);
  },
  async 'node hangs'({ program }, its) {
    process.kill(program.pid, 'SIGSTOP');
    await pause(wallClock, 1_000 + its.below(4_000));
    process.kill(program.pid, 'SIGCONT');
  },
  async 'operators gone'({ smsc }, its) {
    await smsc.behave({ accepting: false });
    await pause(wallClock, 1_000 + its.below(8_000));
    await smsc.behave({ accepting: true });
  },
  async 'operators hang'({ smsc }, its) {
    await smsc.behave({ frozen: true });
    await pause(wallClock, 1_000 + its.below(4_000));
    await smsc.behave({ frozen: false });
  },
  'operators drop their links': ({ smsc }, its) => smsc.behave({ dropPoint: its.pick(POINTS) }),
  'operators throttle': ({ smsc }, its) => smsc.behave({ throttleNext: 5 + its.below(50) }),
  'receipts late and twice': ({ smsc }, its) =>
    smsc.behave({ receiptDelayMs: its.below(10_000), receiptTwicePercent: 30 }),
  'receipts contradict or come first': ({ smsc }) =>
    smsc.behave({ receiptContradictoryPercent: 20, receiptBeforeAnswer: true }),
  'receipts as usual': ({ smsc }) => smsc.behave(HEALED),
};

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
    const name = draw.pick(Object.keys(FAULTS));
    const its = draw.fork(`${name} ${faults.length}`);
    const failed = await FAULTS[name]?.(stage, its).then(
      () => '',
      (error: unknown) => ` (it failed: ${String(error)})`,
    );
    faults.push(`${name}${failed}`);
  }
}

/** Ends the story, and says what is wrong. */
async function judge(stage: Stage, okIds: readonly number[]): Promise<readonly string[]> {
  const { installation, smsc } = stage;
  await smsc.behave(HEALED);
  await stage.program.stop();
  stage.program = await programs.startProgram(installation);
  const db = open({ address: programs.databaseOf(installation), connections: 3 });
  await untilOver({ db }, { withinMs: 300_000 });
  const ask = asker(db);
  const [copies, acknowledged] = [await smsc.copies(), await smsc.acknowledged()];
  const breaches = await findBreaches({ ask, okIds, copies, acknowledged, isOver: true });
  const [row] = await ask<{ readonly many: number }>(
    'select count(*)::int as many from attempts where ambiguous',
  );
  console.log(`${okIds.length} OK, ${row?.many} attempts recorded as ambiguous`);
  await db.close();
  return breaches;
}

async function furnish(installation: programs.Installation): Promise<void> {
  const address = programs.databaseOf(installation);
  const db = open({ address, connections: 2 });
  const accountId = Number(installation.demo().accountId) as AccountId;
  const amountMicros = micros(1_000_000_000_000n);
  must(await moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
  await db.close();
  await withConnection(address, (client) => watchMoves((sql) => client.query(sql)));
}

async function soak(): Promise<readonly string[]> {
  console.log(`seed ${chosen.seed}, ${minutes} minutes, ${rate} messages a second`);
  const smsc = await startSmsc(HEALED);
  const installation = await programs.prepareInstallation(smsc);
  const stage: Stage = { installation, smsc, program: await programs.startProgram(installation) };
  try {
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
    await smsc.stop();
    installation.remove();
  }
}

const breaches = await soak();
for (const sentence of breaches.slice(0, 20)) console.log(sentence);
console.log(breaches.length === 0 ? 'the auditor finds nothing wrong' : `${breaches.length} wrong`);
process.exitCode = breaches.length === 0 ? 0 : 1;
