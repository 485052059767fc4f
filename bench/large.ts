/**
 * One request with 100,000 recipients, of texts or chat messages: how long until `OK`, how much
 * processor time it takes of service and database, and how much memory; and, on another service,
 * what another caller notices meanwhile. `node bench/large.ts --kinds sms,chat`
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { install, type Installed } from './chat/install.ts';
import { startPlatform } from './chat/platform.ts';
import { usedCpuMs } from './cpu.ts';
import { median, quantile } from './median.ts';
import { megabytes } from './memory.ts';
import { readDemo, type Furnished } from './paigham/furnish.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { pause } from './waiting.ts';

/** Lets the memory of a newly started service settle. */
const SETTLE_MS = 3_000;
/** How often another caller sends a code, whether or not earlier ones are answered. */
const OTHERS_EVERY_MS = 10;

type World = Installed & { readonly furnished: Furnished };
type Request = { readonly path: string; readonly body: string };

const mobileOf = (index: number): string => `92300${String(1_000_000 + index)}`;
const mobiles = (recipients: number): string[] =>
  Array.from({ length: recipients }, (_, index) => mobileOf(index));

const KINDS = {
  sms({ furnished }: World, recipients: number): Request {
    const { apiKey: api_key, sharedSender: sender, templateId: template_id } = furnished;
    const mobile = mobiles(recipients).join(',');
    const message = { code: '4821' };
    const body = JSON.stringify({ api_key, sender, template_id, mobile, message });
    return { path: '/api/sms.php', body };
  },
  chat({ apiKey: api_key, templateId: template_id }: World, recipients: number): Request {
    const template_data = mobiles(recipients).map((mobile, index) => {
      const values = [`Customer ${index}`, `A-${100_000 + index}`];
      return { mobile, body: values.map((text) => ({ type: 'text', text })) };
    });
    const body = JSON.stringify({ api_key, template_id, template_data });
    return { path: '/api/send.php', body };
  },
} as const;

type Kind = keyof typeof KINDS;

async function post(url: string, body: string, type = 'application/json'): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered: ${text.slice(0, 500)}`);
  return text;
}

type Others = { readonly p99Ms: number; readonly mostMs: number };

/** How long another caller waits while something is done, each request from when it was due. */
async function meanwhile(world: World, work: () => Promise<unknown>): Promise<Others> {
  const { apiKey: api_key, sharedSender: sender, templateId: template_id } = world.furnished;
  const code = { api_key, sender, template_id, mobile: '923451234567', message: { code: '1' } };
  const body = JSON.stringify(code);
  const waits: number[] = [];
  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  const sendDue = (): void => {
    for (;;) {
      const dueMs = startMs + underWay.length * OTHERS_EVERY_MS;
      if (dueMs > performance.now()) return;
      const answered = post(`${world.baseUrl}/api/sms.php`, body);
      underWay.push(answered.then(() => void waits.push(performance.now() - dueMs)));
    }
  };
  const timer = setInterval(sendDue, 1);
  await work().finally(() => clearInterval(timer));
  await Promise.all(underWay);
  const sorted = Float64Array.from(waits).toSorted();
  return { p99Ms: quantile(sorted, 0.99), mostMs: sorted.at(-1) ?? 0 };
}

type Taken = {
  readonly seconds: number;
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  readonly grownMb: number;
};

/** What the request takes when nobody else asks for anything. */
async function measureAlone(world: World, { path, body }: Request): Promise<Taken> {
  const { baseUrl, program, postmaster } = world;
  const cpu = () => {
    const [all, database] = [usedCpuMs([program.pid, postmaster]), usedCpuMs([postmaster])];
    return { node: all - database, database };
  };
  const idleMb = megabytes(program.pid, 'VmRSS');
  let peakMb = idleMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, megabytes(program.pid, 'VmRSS'));
  }, 25);
  const [fromMs, from] = [performance.now(), cpu()];
  await post(`${baseUrl}${path}`, body).finally(() => clearInterval(timer));
  const until = cpu();
  return {
    seconds: (performance.now() - fromMs) / 1_000,
    nodeCpu: (until.node - from.node) / 1_000,
    databaseCpu: (until.database - from.database) / 1_000,
    grownMb: peakMb - idleMb,
  };
}

type Felt = Others & { readonly idleP99Ms: number };

/** What another caller notices of the request, and the baseline before it. */
async function measureOthers(world: World, { path, body }: Request): Promise<Felt> {
  const before = await meanwhile(world, () => pause(SETTLE_MS));
  const others = await meanwhile(world, () => post(`${world.baseUrl}${path}`, body));
  return { ...others, idleP99Ms: before.p99Ms };
}

/** On a service of its own, because memory is not given back between requests. */
async function onNewService<Result>(
  kind: Kind,
  recipients: number,
  measure: (world: World, request: Request) => Promise<Result>,
): Promise<Result> {
  const folder = makeTemporaryDir();
  const dataDir = makeTemporaryDir();
  for (const it of [folder, dataDir]) {
    cleanUpLater(() => rmSync(it, { recursive: true, force: true }));
  }
  const settings = { numbers: 1, answerDelayMs: 120, statusesPerPost: 1 };
  const platform = await startPlatform(folder, settings);
  const { profile } = values;
  const installed = await install(dataDir, platform, { rate: undefined, profile });
  const world = { ...installed, furnished: readDemo(dataDir) };
  const request = KINDS[kind](world, recipients);
  await pause(SETTLE_MS);
  const measured = await measure(world, request);
  await installed.program.end(30_000);
  return measured;
}

async function measureKind(kind: Kind, runs: number, recipients: number): Promise<void> {
  const measured: (Taken & Felt)[] = [];
  for (let run = 0; run < runs; run += 1) {
    const taken = await onNewService(kind, recipients, measureAlone);
    measured.push({ ...taken, ...(await onNewService(kind, recipients, measureOthers)) });
  }
  const of = (field: keyof (Taken & Felt)): string =>
    median(measured.map((it) => it[field])).toFixed(1);
  console.log(
    `${kind}: OK after ${of('seconds')} s (processor: service ${of('nodeCpu')} s, database ` +
      `${of('databaseCpu')} s), ${of('grownMb')} MB more, others p99 ${of('p99Ms')} ms ` +
      `(${of('idleP99Ms')} ms without it), at most ${of('mostMs')} ms`,
  );
}

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: Object.keys(KINDS).join(',') },
    runs: { type: 'string', default: '3' },
    recipients: { type: 'string', default: '100000' },
    // The folder for profiles of the service.
    profile: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  for (const kind of values.kinds.split(',')) {
    if (kind !== 'sms' && kind !== 'chat') throw new Error(`no kind of request: ${kind}`);
    await measureKind(kind, Number(values.runs), Number(values.recipients));
  }
} finally {
  await endAll();
}
