/**
 * A service that keeps many messages, beside one that keeps none, in turn: what bursts lose; how
 * long a report and the balance take while it sends at 70 % of its peak; and how long lists, a
 * search and sums take at rest. All are of one account.
 * `node bench/full.ts --messages 50000000 --days 10 --runs 3`
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { firstIdAt } from '../src/kit/ids.ts';
import { withConnection } from '../src/kit/postgres/address.ts';
import { startEmbedded } from '../src/kit/postgres/embedded.ts';
import { compete } from './contest.ts';
import { sendSteadily } from './load/steady.ts';
import { median, quantile } from './median.ts';
import { PROMPT } from './operator.ts';
import { fill } from './paigham/fill.ts';
import { furnish, type Furnished } from './paigham/furnish.ts';
import { startPaigham } from './paigham/paigham.ts';
import { measureBurst } from './rows/burst.ts';
import type { Running } from './system.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { freePort, pause } from './waiting.ts';

const DAY_MS = 86_400_000;
const SHARE_OF_PEAK = 0.7;
/** How often a report and the balance are asked for under load. */
const ASK_EVERY_MS = 20;
/** What is asked for at rest is asked for so often, each time something else. */
const ASKS = 9;

type Installation = { readonly origin: string; readonly furnished: Furnished };

/** A message that is kept, as reports and searches name it. */
type Kept = { readonly id: string; readonly recipient: string };

const DRAW = `
  select id::text, recipient::text from messages where id between $1 and $2 limit 1`;

/** Some of what was accepted in the last `spanMs` milliseconds, drawn by time. */
async function readKept({ origin }: Installation, spanMs: number): Promise<readonly Kept[]> {
  const joined = await startEmbedded({ dataDir: origin });
  try {
    return await withConnection(joined.logins.owner, async (client) => {
      const kept: Kept[] = [];
      while (kept.length < 200) {
        const ids = [Math.random(), 0].map((ago) => firstIdAt(Date.now() - ago * spanMs));
        kept.push(...(await client.query<Kept>(DRAW, ids)).rows);
      }
      return kept;
    });
  } finally {
    await joined.stop();
  }
}

async function time(url: string, headers: Record<string, string> = {}): Promise<number> {
  const fromMs = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${text}`);
  return performance.now() - fromMs;
}

const p99 = (times: readonly number[]): number =>
  quantile(Float64Array.from(times).toSorted(), 0.99);

type Figures = {
  readonly acceptedPerSecond: number;
  readonly cpuMicrosPerMessage: number;
  readonly reportP99Ms: number;
  readonly balanceP99Ms: number;
};

/** A burst, then reports and balances while it sends at a share of what the burst reached. */
async function measureUnderLoad(
  running: Running,
  installation: Installation,
  { spanMs, seconds }: { readonly spanMs: number; readonly seconds: number },
): Promise<Figures> {
  const { acceptedPerSecond, cpuMicrosPerMessage } = await measureBurst(running, seconds);
  const kept = await readKept(installation, spanMs);
  const base = `http://127.0.0.1:${running.request.port}/api`;
  const key = `api_key=${installation.furnished.apiKey}`;
  const [reports, balances]: [number[], number[]] = [[], []];
  const load = { isOver: false };
  const perSecond = acceptedPerSecond * SHARE_OF_PEAK;
  const sending = sendSteadily(running.request, { perSecond, seconds }).finally(() => {
    load.isOver = true;
  });
  for (let asked = 0; !load.isOver; asked += 1) {
    const id = kept[asked % kept.length]?.id ?? '1';
    balances.push(await time(`${base}/balance.php?${key}`));
    reports.push(await time(`${base}/delivery.php?${key}&id=${id}`));
    await pause(ASK_EVERY_MS);
  }
  await sending;
  const [reportP99Ms, balanceP99Ms] = [p99(reports), p99(balances)];
  return { acceptedPerSecond, cpuMicrosPerMessage, reportP99Ms, balanceP99Ms };
}

/** What an account asks for of what it has sent, by words for the table. */
function asksFor({ recipient }: Kept, days: number): Readonly<Record<string, string>> {
  const daysAgo = (many: number): string => new Date(Date.now() - many * DAY_MS).toISOString();
  const middle = `since=${daysAgo(days / 2 + 0.1)}&until=${daysAgo(days / 2)}`;
  return {
    list: '/v1/messages',
    'failed alone': '/v1/messages?state=failed',
    'two hours': `/v1/messages?${middle}`,
    'a number': `/v1/messages?recipient=${recipient}`,
    ledger: '/v1/ledger',
    'usage of a week': '/v1/usage',
    'usage of 24 hours': `/v1/usage?since=${daysAgo(1)}&by=operator`,
    statement: `/v1/statements/${daysAgo(1).slice(0, 7)}`,
  };
}

/** The median of each, in milliseconds. */
async function measureAtRest(
  { port }: Running['request'],
  installation: Installation,
  days: number,
): Promise<Readonly<Record<string, number>>> {
  const kept = await readKept(installation, days * DAY_MS);
  const headers = { authorization: `Bearer ${installation.furnished.apiKey}` };
  const times = new Map<string, number[]>();
  for (const it of kept.slice(0, ASKS)) {
    for (const [what, path] of Object.entries(asksFor(it, days))) {
      const ms = await time(`http://127.0.0.1:${port}${path}`, headers);
      times.set(what, [...(times.get(what) ?? []), ms]);
    }
  }
  return Object.fromEntries([...times].map(([what, all]) => [what, median(all)]));
}

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '50000000' },
    days: { type: 'string', default: '10' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
  },
});

async function install(folder: string, name: string, port: number): Promise<Installation> {
  const origin = join(folder, name);
  mkdirSync(origin, { mode: 0o711 });
  return { origin, furnished: await furnish(origin, port) };
}

async function main(): Promise<void> {
  const [messages, days] = [Number(values.messages), Number(values.days)];
  const folder = makeTemporaryDir();
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const ports = { smpp: await freePort(), management: await freePort() };
  const [empty, full] = [
    await install(folder, 'empty', ports.smpp),
    await install(folder, 'full', ports.smpp),
  ];
  const { accountId } = JSON.parse(readFileSync(join(full.origin, 'demo.json'), 'utf8')) as {
    readonly accountId: string;
  };
  console.error(`${messages} messages of ${days} days are written`);
  await fill(full.origin, { accountId, messages, days });
  let atRest: Readonly<Record<string, number>> = {};
  const entrant = (label: 'full' | 'empty', { origin, furnished }: Installation) => {
    const settings = { origin, furnished, nodeOptions: [], inPlace: true };
    const start = (): Promise<Running> => startPaigham(settings);
    return { label, system: { name: 'paigham' as const, start }, times: PROMPT };
  };
  const [runs, seconds] = [Number(values.runs), Number(values.seconds)];
  const figures = await compete(
    [entrant('empty', empty), entrant('full', full)],
    async (running, _operator, label) => {
      const installation = label === 'full' ? full : empty;
      const spanMs = label === 'full' ? days * DAY_MS : seconds * 1_000;
      const measured = await measureUnderLoad(running, installation, { spanMs, seconds });
      if (label === 'full') {
        atRest = await measureAtRest(running.request, installation, days);
      }
      return measured;
    },
    { runs, ports },
  );
  const of = (label: 'full' | 'empty', name: keyof Figures): number =>
    median((figures.get(label) ?? []).map((it) => it[name]));
  const both = (name: keyof Figures): string =>
    `${Math.round(of('full', name))} (empty: ${Math.round(of('empty', name))})`;
  const [whole, none] = [of('full', 'acceptedPerSecond'), of('empty', 'acceptedPerSecond')];
  console.log(
    `accepted/s: ${both('acceptedPerSecond')}, ${Math.round((100 * whole) / none)} % of empty`,
  );
  console.log(`CPU per message, µs: ${both('cpuMicrosPerMessage')}`);
  console.log(
    `report and balance, p99: ${of('full', 'reportP99Ms').toFixed(1)} / ` +
      `${of('full', 'balanceP99Ms').toFixed(1)} ms (empty: ` +
      `${of('empty', 'reportP99Ms').toFixed(1)} / ${of('empty', 'balanceP99Ms').toFixed(1)} ms)`,
  );
  const rest = Object.entries(atRest).map(([what, ms]) => `${what} ${Math.round(ms)}`);
  console.log(`lists and sums, ms: ${rest.join(', ')}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  await main();
} finally {
  await endAll();
}
