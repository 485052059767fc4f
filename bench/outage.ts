/**
 * Two of four operators go down during a steady load, and come back: what do the other operators'
 * customers notice? Measures, for every message of a healthy operator, the time from when its
 * request was due to the submit_sm. `node bench/outage.ts --per-second 200 --seconds 10`
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Operator } from '../fakes/smsc/operator.ts';
import { plainOptions } from '../fakes/smsc/options.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { quantile } from './median.ts';
import { readDemo, runPaigham, type Furnished } from './paigham/furnish.ts';
import { startNode } from './paigham/node.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { pause, until } from './waiting.ts';

const OPERATORS = [
  { name: 'Jazz', prefix: '92300' },
  { name: 'Zong', prefix: '92311' },
  { name: 'Ufone', prefix: '92333' },
  { name: 'Telenor', prefix: '92345' },
] as const;
const HEALTHY: readonly string[] = ['Zong', 'Telenor'];
/** After this long the links are known to be down. */
const TURN_MS = 5_000;

type Settings = { readonly perSecond: number; readonly seconds: number };

function makeOperators(): ReadonlyMap<string, Operator> {
  const operators = new Map<string, Operator>();
  for (const { name } of OPERATORS) {
    const operator = new Operator({
      ...plainOptions,
      name,
      port: 0,
      keepMessages: 1_000_000,
      countCopies: 0,
      behaviour: { receiptDelayMs: 100 },
    });
    operators.set(name, operator);
  }
  return operators;
}

/** A running installation whose four links lead to these operators; Jazz has a second route. */
async function furnishAll(
  dataDir: string,
  operators: ReadonlyMap<string, Operator>,
): Promise<{ readonly port: number; readonly furnished: Furnished }> {
  const login = { managementPort: 1, systemId: 'bench', password: 'bench' };
  const simulators = await Promise.all(
    [...operators].map(async ([name, operator]) => {
      return { ...login, name, port: await operator.listen() };
    }),
  );
  writeFileSync(join(dataDir, 'simulators.json'), JSON.stringify(simulators));
  const { port } = await startNode(dataDir, { logLevel: 'error' });
  runPaigham(dataDir, ['route', 'set', 'Jazz', 'zong', '--priority', '200']);
  runPaigham(dataDir, ['credit', 'add', 'Roshan Store', '100000000', '--reference', 'bench']);
  for (const [name, { tally }] of operators) {
    await until(`the bind of ${name}`, 20_000, async () => tally.counts.binds || undefined);
  }
  return { port, furnished: readDemo(dataDir) };
}

/** When each recipient's request was due, in milliseconds since 1970. */
type Due = Map<string, number>;

/** Sends to the operators in turn until `ended`, each request at its scheduled time. */
async function load(
  where: { readonly port: number; readonly furnished: Furnished },
  perSecond: number,
  ended: AbortSignal,
): Promise<Due> {
  const due: Due = new Map();
  const underWay = new Set<Promise<void>>();
  const startMs = Date.now();
  for (let index = 0; !ended.aborted; index += 1) {
    const dueMs = startMs + (index * 1_000) / perSecond;
    const earlyMs = dueMs - Date.now();
    if (earlyMs > 0) await pause(earlyMs);
    const { prefix } = OPERATORS[index % OPERATORS.length] ?? OPERATORS[0];
    const mobile = prefix + String(1_000_000 + index);
    due.set(mobile, dueMs);
    const request = send(where, mobile).finally(() => underWay.delete(request));
    underWay.add(request);
  }
  await Promise.all(underWay);
  return due;
}

async function send(
  { port, furnished }: { readonly port: number; readonly furnished: Furnished },
  mobile: string,
): Promise<void> {
  const { apiKey, sender, templateId } = furnished;
  const body = new URLSearchParams({
    api_key: apiKey,
    sender,
    mobile,
    template_id: templateId,
    message: JSON.stringify({ code: mobile.slice(-6) }),
  });
  const answer = await fetch(`http://127.0.0.1:${port}/api/sms.php`, { method: 'POST', body });
  if (answer.status !== 200) throw new Error(`a request was answered: ${await answer.text()}`);
  await answer.text();
}

type Phase = { readonly what: string; readonly fromMs: number; readonly untilMs: number };

/** Milliseconds from due time to submit_sm, for an operator's messages due in a phase. */
function latencies(operators: ReadonlyMap<string, Operator>, due: Due, phase: Phase): Float64Array {
  const found = HEALTHY.flatMap((name) => {
    const { prefix } = OPERATORS.find((it) => it.name === name) ?? OPERATORS[0];
    return (operators.get(name)?.heard.last(1_000_000) ?? []).flatMap(({ message, atMs }) => {
      const { destination } = message;
      const dueMs = due.get(destination);
      if (dueMs === undefined || !destination.startsWith(prefix)) return [];
      return dueMs >= phase.fromMs && dueMs < phase.untilMs ? [atMs - dueMs] : [];
    });
  });
  return Float64Array.from(found).toSorted();
}

async function measure({ perSecond, seconds }: Settings): Promise<void> {
  const dataDir = makeTemporaryDir();
  cleanUpLater(() => rmSync(dataDir, { recursive: true, force: true }));
  const operators = makeOperators();
  const where = await furnishAll(dataDir, operators);
  const ended = new AbortController();
  const loading = load(where, perSecond, ended.signal);
  // The first seconds warm up the program.
  await pause(3_000);
  const phases: Phase[] = [];
  const during = async (what: string, ms: number): Promise<void> => {
    const fromMs = Date.now();
    await pause(ms);
    phases.push({ what, fromMs, untilMs: Date.now() });
  };
  const others = [...operators].filter(([name]) => !HEALTHY.includes(name)).map(([, it]) => it);
  await during('all up', seconds * 1_000);
  for (const operator of others) {
    await operator.change({ accepting: false });
    for (const link of operator.links.values()) link.drop('outage');
  }
  await during('two go down', TURN_MS);
  await during('two are down', seconds * 1_000);
  for (const operator of others) await operator.change({ accepting: true });
  await during('two come back', seconds * 1_000);
  ended.abort();
  const due = await loading;
  const count = (): number => {
    const heard = [...operators.values()].flatMap((it) => it.heard.last(1_000_000));
    return new Set(heard.map(({ message }) => message.destination)).size;
  };
  const isHeard = async (): Promise<boolean | undefined> => count() >= due.size || undefined;
  await until('every message at an operator', 120_000, isHeard);
  print(phases.map((phase) => ({ phase, ms: latencies(operators, due, phase) })));
  console.log(`\n${due.size} messages were accepted, and every one reached an operator.`);
  for (const operator of operators.values()) await operator.close();
}

function print(rows: readonly { readonly phase: Phase; readonly ms: Float64Array }[]): void {
  console.log(`From the request to submit_sm at ${HEALTHY.join(' and ')}, in milliseconds:\n`);
  console.log('| phase | messages | p50 | p99 | slowest |\n|---|---|---|---|---|');
  for (const { phase, ms } of rows) {
    const cells = [quantile(ms, 0.5), quantile(ms, 0.99), ms.at(-1) ?? 0];
    const figures = cells.map((it) => it.toFixed(1)).join(' | ');
    console.log(`| ${phase.what} | ${ms.length} | ${figures} |`);
  }
}

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  await measure({ perSecond: Number(values['per-second']), seconds: Number(values.seconds) });
} finally {
  await endAll();
}
