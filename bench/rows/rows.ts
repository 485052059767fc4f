/** The rows of the table: how each is measured and worded, and its target. */
import type { Prepared } from '../systems.ts';
import { startPaigham } from '../paigham/paigham.ts';
import { compete, type ContestSettings } from '../contest.ts';
import { sendSteadily } from '../load/steady.ts';
import { measureMachine } from '../machine.ts';
import { median } from '../median.ts';
import { LATE, PROMPT } from '../operator.ts';
import type { SystemName } from '../system.ts';
import { endPrograms } from '../programs.ts';
import { figure, spread, type Line } from '../table.ts';
import { measureBurst, type Burst } from './burst.ts';
import { measureColdStart } from './cold-start.ts';
import { measureCodes } from './codes.ts';
import { measureIdle } from './idle.ts';
import { measureByProgram, PROGRAM_ROWS } from './others.ts';
import { measurePace } from './pace.ts';
import { measureStream } from './stream.ts';
import { measureUsage, USAGE_ROWS } from './usage.ts';

export const ROW_NAMES = [
  'accept',
  'end-to-end',
  'late-receipts',
  'cpu',
  'events',
  'nodes',
  'latency',
  'idle',
  'pace',
  'otp-behind-campaign',
  'cold-start',
  ...USAGE_ROWS,
  ...PROGRAM_ROWS,
] as const;
export type RowName = (typeof ROW_NAMES)[number];

export type Contest = ContestSettings & Prepared & { readonly seconds: number };

/** Rows that come from the same bursts. */
const BURST_ROWS = ['accept', 'end-to-end', 'cpu'] as const;

export type Measured = {
  /** In the order of the table. A row that could not be measured says why. */
  readonly lines: readonly Line[];
  /** How long the same fixed work took before each row, in milliseconds. */
  readonly machineMs: readonly number[];
};

/** Measures what the rows need, each thing once. A row that fails does not end the others. */
export async function measureRows(rows: readonly RowName[], contest: Contest): Promise<Measured> {
  const lines = new Map<RowName, readonly Line[]>();
  const machineMs: number[] = [];
  type Work = () => Promise<Line | readonly Line[]>;
  const measure = async (row: RowName, work: Work): Promise<void> => {
    if (!rows.includes(row)) return;
    machineMs.push(measureMachine());
    const measured = await work().catch((error: unknown) => notMeasured(row, error));
    lines.set(row, [measured].flat());
    await endPrograms();
  };
  let bursts: Bursts | undefined;
  const measuredBursts = async (): Promise<Bursts> => (bursts ??= await measureBursts(contest));
  const burstLines = { accept: acceptLine, 'end-to-end': endToEndLine, cpu: cpuLine };
  for (const row of BURST_ROWS) {
    await measure(row, async () => burstLines[row](await measuredBursts()));
  }
  await measure('latency', async () =>
    measureLatencies(contest, pick(await measuredBursts(), 'acceptedPerSecond')),
  );
  await measure('late-receipts', () => measureLate(contest));
  await measure('events', () => measureEvents(contest));
  await measure('nodes', () => measureNodes(contest));
  await measure('idle', () => measureIdle(contest));
  await measure('pace', () => measurePace(contest));
  await measure('otp-behind-campaign', () => measureCodes(contest));
  await measure('cold-start', () => measureColdStart(contest));
  for (const row of USAGE_ROWS) await measure(row, () => measureUsage(row, contest));
  for (const row of PROGRAM_ROWS) await measure(row, async () => measureByProgram(row));
  return { lines: ROW_NAMES.flatMap((row) => lines.get(row) ?? []), machineMs };
}

function notMeasured(row: RowName, error: unknown): Line {
  const why = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  console.error(`  ${row} was not measured: ${why}`);
  const cells = { paigham: `not measured: ${why}`, 'kannel-spool': '', 'kannel-no-store': '' };
  return { what: row, cells, result: '', bar: '' };
}

type Medians = Readonly<Record<SystemName, number>>;
type Bursts = ReadonlyMap<SystemName, readonly Burst[]>;

async function measureBursts(contest: Contest): Promise<Bursts> {
  console.error('Bursts: accepted, end to end, processor time');
  const measure = (running: Parameters<typeof measureBurst>[0]): Promise<Burst> =>
    measureBurst(running, contest.seconds);
  return compete(promptly(contest), measure, contest);
}

const promptly = ({ systems }: Contest) =>
  Object.values(systems).map((system) => ({ label: system.name, system, times: PROMPT }));

type Figure = keyof Burst & string;

const figuresOf = (bursts: Bursts, name: Figure) => (system: SystemName) =>
  (bursts.get(system) ?? []).map((burst) => burst[name] ?? 0);

const bySystem = <Value>(of: (system: SystemName) => Value) => ({
  paigham: of('paigham'),
  'kannel-spool': of('kannel-spool'),
  'kannel-no-store': of('kannel-no-store'),
});

function pick(bursts: Bursts, name: Figure): Medians {
  const of = figuresOf(bursts, name);
  return bySystem((system) => median(of(system)));
}

function write(bursts: Bursts, name: Figure): Readonly<Record<SystemName, string>> {
  const of = figuresOf(bursts, name);
  return bySystem((system) => spread(of(system)));
}

function acceptLine(bursts: Bursts): Line {
  const rates = pick(bursts, 'acceptedPerSecond');
  const bar = '≥ 1 × no store';
  return {
    what: 'accepted/s',
    cells: write(bursts, 'acceptedPerSecond'),
    result: beside(rates),
    bar,
  };
}

function endToEndLine(bursts: Bursts): Line {
  const rates = pick(bursts, 'finishedPerSecond');
  const bar = '≥ 2 × no store';
  return {
    what: 'end to end/s',
    cells: write(bursts, 'finishedPerSecond'),
    result: beside(rates),
    bar,
  };
}

function cpuLine(bursts: Bursts): Line {
  const costs = pick(bursts, 'cpuMicrosPerMessage');
  const bar = '≤ 0.45 × no store';
  return {
    what: 'CPU per message, µs',
    cells: write(bursts, 'cpuMicrosPerMessage'),
    result: beside(costs, 2),
    bar,
  };
}

function beside({ paigham, ...kannel }: Medians, digits = 1): string {
  const spool = figure(paigham / kannel['kannel-spool'], digits);
  const none = figure(paigham / kannel['kannel-no-store'], digits);
  return `${spool} × spool; ${none} × no store`;
}

async function measureLate(contest: Contest): Promise<Line> {
  console.error('Receipts 5 to 10 s late, 5 % never, beside ours with prompt ones');
  const { systems, seconds } = contest;
  const rates = await compete(
    [
      { label: 'paigham', system: systems.paigham, times: LATE },
      { label: 'paigham, prompt', system: systems.paigham, times: PROMPT },
      { label: 'kannel-no-store', system: systems['kannel-no-store'], times: LATE },
    ],
    (running, operator, label) => {
      const times = label === 'paigham, prompt' ? PROMPT : LATE;
      return measureStream(running, operator, { times, seconds });
    },
    contest,
  );
  const of = (label: Parameters<typeof rates.get>[0]): number =>
    median((rates.get(label) ?? []).map(({ finishedPerSecond }) => finishedPerSecond));
  const [late, prompt, kannel] = [of('paigham'), of('paigham, prompt'), of('kannel-no-store')];
  return {
    what: 'end to end/s, receipts 5–10 s late, 5 % never',
    cells: {
      paigham: `${figure(late)} (prompt: ${figure(prompt)})`,
      'kannel-spool': '',
      'kannel-no-store': figure(kannel),
    },
    result: `${figure(late / kannel, 1)} × no store; ${figure((100 * late) / prompt)} % of prompt`,
    bar: '≥ 10 × no store; ≥ 95 % of prompt',
  };
}

/** What more nodes cost where there are no more processors. */
async function measureNodes(contest: Contest): Promise<readonly Line[]> {
  console.error('Bursts to three nodes on one database, beside bursts to one');
  const { systems, ours, seconds } = contest;
  const three = { name: 'paigham' as const, start: () => startPaigham({ ...ours, nodes: 3 }) };
  const bursts = await compete(
    [
      { label: 'three nodes', system: three, times: PROMPT },
      { label: 'one', system: systems.paigham, times: PROMPT },
    ],
    (running) => measureBurst(running, seconds),
    contest,
  );
  const line = (what: string, name: Figure, bar: string): Line => {
    const of = (label: Parameters<typeof bursts.get>[0]): number =>
      median((bursts.get(label) ?? []).map((burst) => burst[name] ?? 0));
    const [several, single] = [of('three nodes'), of('one')];
    return {
      what: `three nodes on these processors: ${what}`,
      cells: {
        paigham: `${figure(several)} (one node: ${figure(single)})`,
        'kannel-spool': '',
        'kannel-no-store': '',
      },
      result: `${figure((100 * several) / single)} % of one`,
      bar,
    };
  };
  return [
    line('accepted/s', 'acceptedPerSecond', '≥ 100 % of one'),
    line('CPU per message, µs', 'cpuMicrosPerMessage', '≤ 115 % of one'),
  ];
}

/** The cost of recording and numbering the account's events. */
async function measureEvents(contest: Contest): Promise<Line> {
  console.error('Bursts with events recorded, beside bursts without');
  const { systems, ours, seconds } = contest;
  const listening = {
    name: 'paigham' as const,
    start: () => startPaigham({ ...ours, listens: true }),
  };
  const rates = await compete(
    [
      { label: 'with events', system: listening, times: PROMPT },
      { label: 'without', system: systems.paigham, times: PROMPT },
    ],
    (running) => measureBurst(running, seconds),
    contest,
  );
  const of = (label: Parameters<typeof rates.get>[0]): number =>
    median((rates.get(label) ?? []).map(({ finishedPerSecond }) => finishedPerSecond));
  const [told, plain] = [of('with events'), of('without')];
  return {
    what: 'end to end/s, events recorded',
    cells: {
      paigham: `${figure(told)} (without: ${figure(plain)})`,
      'kannel-spool': '',
      'kannel-no-store': '',
    },
    result: `${figure((100 * told) / plain)} % of without`,
    bar: '≥ 85 % of without',
  };
}

async function measureLatencies(contest: Contest, peaks: Medians): Promise<Line> {
  console.error('Latencies at half of each one’s peak');
  const { seconds } = contest;
  const latencies = await compete(
    promptly(contest),
    (running, _operator, label) => {
      const perSecond = peaks[label as SystemName] / 2;
      return sendSteadily(running.request, { perSecond, seconds });
    },
    contest,
  );
  const of = (system: SystemName): string => {
    const all = latencies.get(system) ?? [];
    const [p50s, p99s] = [all.map(({ p50Ms }) => p50Ms), all.map(({ p99Ms }) => p99Ms)];
    return `${spread(p50s, 1)} / ${spread(p99s, 1)}`;
  };
  return {
    what: 'latency of an accept at half of the own peak, p50 / p99, ms',
    cells: bySystem(of),
    result: '',
    bar: 'p50 ≤ 2 ×, p99 ≤ 1 × no store',
  };
}
