/** The rows of the table: what is measured for them, how it reads, and the bar. */
import type { Prepared } from '../systems.ts';
import { compete, type ContestSettings } from '../contest.ts';
import { sendSteadily } from '../load/steady.ts';
import { median } from '../median.ts';
import { LATE, PROMPT } from '../operator.ts';
import type { SystemName } from '../system.ts';
import { figure, type Line } from '../table.ts';
import { measureBurst, type Burst } from './burst.ts';
import { measureCodes } from './codes.ts';
import { measurePace } from './pace.ts';
import { measureStream } from './stream.ts';

export const ROW_NAMES = [
  'accept',
  'end-to-end',
  'late-receipts',
  'cpu',
  'latency',
  'pace',
  'otp-behind-campaign',
] as const;
export type RowName = (typeof ROW_NAMES)[number];

export type Contest = ContestSettings & Prepared & { readonly seconds: number };

/** Rows that are measured in ways of their own. */
const WITHOUT_BURST: ReadonlySet<RowName> = new Set([
  'late-receipts',
  'pace',
  'otp-behind-campaign',
]);

type Medians = Readonly<Record<SystemName, number>>;

/**
 * Measures what the rows need, each thing once, and gives their lines in the order of the table.
 */
export async function measureRows(
  rows: readonly RowName[],
  contest: Contest,
): Promise<readonly Line[]> {
  const lines = new Map<RowName, Line>();
  const needsBurst = rows.some((row) => !WITHOUT_BURST.has(row));
  if (needsBurst) {
    const burst = await measureBursts(contest);
    lines.set('accept', acceptLine(burst));
    lines.set('end-to-end', endToEndLine(burst));
    lines.set('cpu', cpuLine(burst));
    if (rows.includes('latency')) {
      lines.set('latency', await measureLatencies(contest, pick(burst, 'acceptedPerSecond')));
    }
  }
  if (rows.includes('late-receipts')) lines.set('late-receipts', await measureLate(contest));
  if (rows.includes('pace')) lines.set('pace', await measurePace(contest));
  if (rows.includes('otp-behind-campaign')) {
    lines.set('otp-behind-campaign', await measureCodes(contest));
  }
  return ROW_NAMES.filter((row) => rows.includes(row)).flatMap((row) => lines.get(row) ?? []);
}

type Bursts = ReadonlyMap<SystemName, readonly Burst[]>;

async function measureBursts(contest: Contest): Promise<Bursts> {
  console.error('Bursts: accepted, end to end, processor time');
  const measure = (running: Parameters<typeof measureBurst>[0]): Promise<Burst> =>
    measureBurst(running, contest.seconds);
  return compete(promptly(contest), measure, contest);
}

const promptly = ({ systems }: Contest) =>
  Object.values(systems).map((system) => ({ label: system.name, system, times: PROMPT }));

function pick(bursts: Bursts, name: keyof Burst & string): Medians {
  const of = (system: SystemName): number =>
    median((bursts.get(system) ?? []).map((burst) => burst[name] ?? 0));
  return {
    paigham: of('paigham'),
    'kannel-spool': of('kannel-spool'),
    'kannel-no-store': of('kannel-no-store'),
  };
}

function acceptLine(bursts: Bursts): Line {
  const rates = pick(bursts, 'acceptedPerSecond');
  const bar = '≥ 3 × spool; ≥ 1.3 × no store';
  return { what: 'accepted/s', cells: write(rates), result: beside(rates), bar };
}

function endToEndLine(bursts: Bursts): Line {
  const rates = pick(bursts, 'finishedPerSecond');
  const bar = '≥ 4 × spool; ≥ 1.5 × no store';
  return { what: 'end to end/s', cells: write(rates), result: beside(rates), bar };
}

function cpuLine(bursts: Bursts): Line {
  const costs = pick(bursts, 'cpuMicrosPerMessage');
  const bar = '≤ 0.25 × spool';
  return { what: 'CPU per message, µs', cells: write(costs), result: beside(costs, 2), bar };
}

function write(values: Medians): Readonly<Record<SystemName, string>> {
  return {
    paigham: figure(values.paigham),
    'kannel-spool': figure(values['kannel-spool']),
    'kannel-no-store': figure(values['kannel-no-store']),
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
    const p50 = median(all.map(({ p50Ms }) => p50Ms));
    return `${figure(p50, 1)} / ${figure(median(all.map(({ p99Ms }) => p99Ms)), 1)}`;
  };
  return {
    what: 'latency of an accept at half of the own peak, p50 / p99, ms',
    cells: {
      paigham: of('paigham'),
      'kannel-spool': of('kannel-spool'),
      'kannel-no-store': of('kannel-no-store'),
    },
    result: '',
    bar: '≤ 4 / ≤ 15',
  };
}
