/**
 * A personalised send of a million rows: how long until `OK`, how much more memory service and
 * reader take, and what other callers notice meanwhile. `node bench/files.ts --kinds csv,xlsx,xls
 * --runs 3`
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { median, quantile } from './median.ts';
import { megabytes } from './memory.ts';
import { readDemo, runPaigham, type Furnished } from './paigham/furnish.ts';
import { startNode } from './paigham/node.ts';
import { cleanUpLater, endAll, type Program } from './programs.ts';
import { pause } from './waiting.ts';

const MAKER = join(import.meta.dirname, '../packages/sheets/test/speed.ts');
/** Lets the memory of a newly started service settle. */
const SETTLE_MS = 3_000;

type Installed = {
  readonly baseUrl: string;
  readonly program: Program;
  readonly furnished: Furnished;
  readonly orderTemplate: string;
};

/** The service as usually started, with credit and nobody to send to. */
async function install(): Promise<Installed> {
  const dataDir = makeTemporaryDir();
  cleanUpLater(() => rmSync(dataDir, { recursive: true, force: true }));
  const { port, program } = await startNode(dataDir, { logLevel: 'fatal' });
  runPaigham(dataDir, ['credit', 'add', 'Roshan Store', '100000000', '--reference', 'bench']);
  type Templates = {
    readonly templates: readonly { readonly id: string; readonly name: string }[];
  };
  const { templates } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Templates;
  const orderTemplate = templates.find(({ name }) => name === 'Order update')?.id ?? '';
  const baseUrl = `http://127.0.0.1:${port}`;
  return { baseUrl, program, furnished: readDemo(dataDir), orderTemplate };
}

/** Serves one file on loopback, where the demo world's service may fetch it. */
async function serve(file: string): Promise<string> {
  const server = createServer((_, response) => void createReadStream(file).pipe(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`;
}

function readersOf(pid: number): readonly string[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '),
  );
  const isReader = (child: string): boolean => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('sheets/src/reader');
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false;
      throw error;
    }
  };
  return children.filter((child) => child !== '' && isReader(child));
}

async function post(url: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(parameters) });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered: ${body}`);
  return body;
}

type Measured = { readonly seconds: number; readonly grownMb: number; readonly p99Ms: number };

async function measure(installed: Installed, url: string): Promise<Measured> {
  const { baseUrl, program, furnished, orderTemplate } = installed;
  const { pid } = program;
  const { apiKey: api_key, sharedSender: sender, templateId: template_id } = furnished;
  let isGoing = true;
  const idleMb = megabytes(pid, 'VmRSS');
  let peakMb = idleMb;
  const waits: number[] = [];
  const watch = async (): Promise<void> => {
    while (isGoing) {
      const readers = readersOf(pid).reduce((sum, it) => sum + megabytes(it, 'VmRSS'), 0);
      peakMb = Math.max(peakMb, megabytes(pid, 'VmRSS') + readers);
      await pause(25);
    }
  };
  const others = async (): Promise<void> => {
    const code = { api_key, sender, template_id, mobile: '923001234567', message: '{"code":"1"}' };
    while (isGoing) {
      const fromMs = performance.now();
      await post(`${baseUrl}/api/sms.php`, code);
      waits.push(performance.now() - fromMs);
      await pause(20);
    }
  };
  const meanwhile = [watch(), others()];
  const message = '{"name":"#B#","order_no":"#E#","date":"#D#"}';
  const file = { api_key, sender, template_id: orderTemplate, url, message };
  const fromMs = performance.now();
  await post(`${baseUrl}/api/personalised.php`, file);
  const seconds = (performance.now() - fromMs) / 1_000;
  isGoing = false;
  await Promise.all(meanwhile);
  const p99Ms = quantile(Float64Array.from(waits).toSorted(), 0.99);
  return { seconds, grownMb: peakMb - idleMb, p99Ms };
}

/** Each run has a service of its own, because memory is not given back between runs. */
async function measureKind(kind: string, runs: number): Promise<void> {
  const folder = makeTemporaryDir();
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, kind);
  spawnSync(process.execPath, [MAKER, kind, file], { stdio: 'inherit' });
  const url = await serve(file);
  const measured: Measured[] = [];
  for (let run = 0; run < runs; run += 1) {
    const installed = await install();
    await pause(SETTLE_MS);
    measured.push(await measure(installed, url));
    await installed.program.end(30_000);
  }
  const of = (field: keyof Measured): string => median(measured.map((it) => it[field])).toFixed(1);
  console.log(
    `${kind}: OK after ${of('seconds')} s, ${of('grownMb')} MB more, others p99 ${of('p99Ms')} ms`,
  );
}

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'csv,xlsx,xls' },
    runs: { type: 'string', default: '3' },
  },
});
try {
  for (const kind of values.kinds.split(',')) await measureKind(kind, Number(values.runs));
} finally {
  await endAll();
}
