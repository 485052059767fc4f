/**
 * What other callers than the bursts' cost and wait for, beside those, in turn on one node: few and
 * many connections, many accounts, `/v1`, and one account beside another that sends all it can.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { compete, untilAtRest } from '../contest.ts';
import {
  costOf,
  listRequest,
  type Shape,
  smsRequest,
  startShape,
  v1Request,
} from '../load/shapes.ts';
import { sendSteadily } from '../load/steady.ts';
import { median, quantile } from '../median.ts';
import { PROMPT } from '../operator.ts';
import { requestTo, startPaigham, type PaighamSettings } from '../paigham/paigham.ts';
import { openShops, type Shop } from '../paigham/shops.ts';
import { cleanUpLater } from '../programs.ts';
import type { Running } from '../system.ts';
import { figure, type Line } from '../table.ts';
import type { Contest } from './rows.ts';

export const USAGE_ROWS = ['callers', 'accounts', 'fair', 'v1'] as const;
export type UsageRow = (typeof USAGE_ROWS)[number];

/** What is measured on: a node, and accounts on it. */
export type Site = {
  readonly running: Running;
  readonly ours: PaighamSettings;
  /** Others than the bursts' account; each row takes from the end those that nobody has used. */
  readonly shops: Shop[];
  readonly seconds: number;
  readonly folder: string;
};

type Figures = Readonly<Record<string, number>>;
type Reading = { readonly what: string; readonly bar: string; readonly cell: (of: Of) => string };
type Of = (name: string) => number;

type Row = {
  readonly shops: number;
  /** One round: every figure once. */
  readonly measure: (site: Site) => Promise<Figures>;
  readonly readings: readonly Reading[];
};

const WARM_ACCOUNTS = 1_000;
const COLD_ACCOUNTS = 3_000;
const AT_ONCE = 1_000;

/** The shapes in turn, each as `<name> perSecond`, `<name> cpu`, `<name> p50` and `<name> p99`. */
async function costs(site: Site, shapes: Readonly<Record<string, Shape>>): Promise<Figures> {
  const figures: [string, number][] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const cost = await costOf(site.running, shape, site);
    figures.push([`${name} perSecond`, cost.acceptedPerSecond]);
    figures.push([`${name} cpu`, cost.cpuMicrosPerMessage]);
    figures.push([`${name} p50`, cost.p50Ms], [`${name} p99`, cost.p99Ms]);
  }
  return Object.fromEntries(figures);
}

const ofOne = ({ ours: { furnished } }: Site, headers = ''): readonly string[] => [
  smsRequest(furnished, furnished.sender, headers),
];

/** Requests of the accounts that are known to the node, once they have been used. */
const ofMany = ({ ours, shops }: Site): readonly string[] =>
  shops.slice(0, WARM_ACCOUNTS).map((it) => smsRequest(it, ours.furnished.sender));

async function measureCallers(site: Site): Promise<Figures> {
  const kept = ofOne(site);
  const closing = ofOne(site, 'Connection: close\r\n');
  const measured = await costs(site, {
    base: { requests: kept, connections: 50 },
    one: { requests: kept, connections: 1 },
    many: { requests: kept, connections: 1_000 },
    new: { requests: closing, connections: 50 },
  });
  const waits = await callAtOnce(site.running.request.port, AT_ONCE);
  return { ...measured, 'first p50': quantile(waits, 0.5), 'first p99': quantile(waits, 0.99) };
}

/** How long so many new callers wait for the answer to their first request, connecting included. */
async function callAtOnce(port: number, callers: number): Promise<Float64Array> {
  const fromMs = performance.now();
  const waits = Array.from({ length: callers }, async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.write('GET /api/balance.php HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject));
    socket.destroy();
    return performance.now() - fromMs;
  });
  return Float64Array.from(await Promise.all(waits)).toSorted();
}

async function measureAccounts(site: Site): Promise<Figures> {
  const { ours, shops } = site;
  const cold = shops.splice(-COLD_ACCOUNTS).map((it) => smsRequest(it, ours.furnished.sender));
  const measured = await costs(site, {
    warmed: { requests: ofMany(site), connections: 50 },
    base: { requests: ofOne(site), connections: 50 },
    many: { requests: ofMany(site), connections: 50 },
  });
  // As many requests as accounts, or they would soon be warm.
  const seconds = Math.max(1, Math.round(COLD_ACCOUNTS / (measured['many perSecond'] ?? 1)));
  const last = await costs({ ...site, seconds }, { cold: { requests: cold, connections: 50 } });
  return { ...measured, ...last };
}

async function measureV1(site: Site): Promise<Figures> {
  const { sender } = site.ours.furnished;
  const byJson = site.shops.slice(0, WARM_ACCOUNTS).map((it) => v1Request(it, sender));
  return costs(site, {
    warmed: { requests: ofMany(site), connections: 50 },
    form: { requests: ofMany(site), connections: 50 },
    json: { requests: byJson, connections: 50 },
  });
}

/** Sends a second of the account beside the one that sends all it can. */
const BESIDE_PER_SECOND = 50;

async function measureFair(site: Site): Promise<Figures> {
  const { running, ours, shops, seconds } = site;
  const { furnished } = ours;
  const { port } = running.request;
  const [other] = shops;
  if (other === undefined) throw new Error('there is no other account');
  const request = requestTo(port, { ...furnished, ...other });
  const perSecond = BESIDE_PER_SECOND;
  const figures: [string, number][] = [];
  const lists = [listRequest(furnished, furnished.sender, 100)];
  const loads: Readonly<Record<string, Shape | undefined>> = {
    alone: undefined,
    connections: { requests: ofOne(site), connections: 500 },
    lists: { requests: lists, connections: 20 },
    json: { requests: [v1Request(furnished, furnished.sender)], connections: 500 },
  };
  for (const [name, shape] of Object.entries(loads)) {
    const load = shape && startShape(port, shape, { ...site, seconds: seconds + 1 });
    // Whichever fails first says why.
    const sending = sendSteadily(request, { perSecond, seconds });
    const [waits] = await Promise.all([sending, load?.done]);
    await untilAtRest(running);
    figures.push([`${name} p50`, waits.p50Ms], [`${name} p99`, waits.p99Ms]);
  }
  return Object.fromEntries(figures);
}

const times = (of: Of, name: string, base: string): string => `${figure(of(name) / of(base), 2)} ×`;
const pair = (of: Of, name: string): string =>
  `${figure(of(`${name} p50`), 1)} / ${figure(of(`${name} p99`), 1)}`;
/** A rate and a processor time, beside those of a base. */
const beside = (of: Of, name: string, base: string): string =>
  `${times(of, `${name} perSecond`, `${base} perSecond`)} / ` +
  `${times(of, `${name} cpu`, `${base} cpu`)} (${figure(of(`${name} cpu`))} µs)`;

const RATE_AND_CPU = 'accepted/s / CPU a message';

const ROWS: Readonly<Record<UsageRow, Row>> = {
  callers: {
    shops: 0,
    measure: measureCallers,
    readings: [
      {
        what: `one connection, beside 50: ${RATE_AND_CPU}`,
        bar: 'CPU ≤ 5 ×',
        cell: (of) => beside(of, 'one', 'base'),
      },
      {
        what: `1,000 connections, beside 50: ${RATE_AND_CPU}`,
        bar: '≥ 1 × / ≤ 1 ×',
        cell: (of) => beside(of, 'many', 'base'),
      },
      {
        what: `a new connection each request, beside kept: ${RATE_AND_CPU}`,
        bar: '≥ 0.77 × / ≤ 1.3 ×',
        cell: (of) => beside(of, 'new', 'base'),
      },
      {
        what: '1,000 new callers at once: first answer, p50 / p99, ms',
        bar: 'p99 ≤ 500',
        cell: (of) => pair(of, 'first'),
      },
    ],
  },
  accounts: {
    shops: WARM_ACCOUNTS + COLD_ACCOUNTS,
    measure: measureAccounts,
    readings: [
      {
        what: `1,000 accounts, beside one: ${RATE_AND_CPU}`,
        bar: '≥ 0.85 × / ≤ 1.3 ×',
        cell: (of) => beside(of, 'many', 'base'),
      },
      {
        what: `accounts that a node does not know yet: ${RATE_AND_CPU}`,
        bar: 'CPU ≤ 2 ×',
        cell: (of) => beside(of, 'cold', 'base'),
      },
    ],
  },
  fair: {
    shops: 1,
    measure: measureFair,
    readings: [
      ['connections', 'one with 500 connections'],
      ['lists', 'one with 20 that send lists of 100'],
      ['json', 'one with 500 of /v1'],
    ].map(([name = '', words]) => ({
      what: `another account’s sends beside ${words}, p50 / p99, ms`,
      bar: 'p50 ≤ 2 ×, p99 ≤ 3 × alone, and a commit',
      cell: (of: Of) => `${pair(of, name)} (alone: ${pair(of, 'alone')})`,
    })),
  },
  v1: {
    shops: WARM_ACCOUNTS,
    measure: measureV1,
    readings: [
      {
        what: `POST /v1/messages, beside sms.php: ${RATE_AND_CPU}`,
        bar: 'CPU ≤ 1.2 ×',
        cell: (of) => beside(of, 'json', 'form'),
      },
    ],
  },
};

/** Measures a row in as many rounds as there are runs, each on a node of its own. */
export async function measureUsage(name: UsageRow, contest: Contest): Promise<readonly Line[]> {
  const { shops, readings } = ROWS[name];
  console.error(`Callers as they are: ${name}`);
  const site = await prepareSite(contest.ours, shops);
  const system = { name: 'paigham' as const, start: () => startPaigham(site.ours) };
  const rounds = await compete(
    [{ label: 'paigham', system, times: PROMPT }],
    (running) => measureRound(name, { ...site, running, seconds: contest.seconds }),
    contest,
  );
  const all = rounds.get('paigham') ?? [];
  const of: Of = (figureName) => median(all.map((it) => it[figureName] ?? Number.NaN));
  return readings.map(({ what, bar, cell }) => ({
    what,
    cells: { paigham: cell(of), 'kannel-spool': '', 'kannel-no-store': '' },
    result: '',
    bar,
  }));
}

/** One round of a row; what it uses up of the site's accounts is there again in the next. */
export function measureRound(name: UsageRow, site: Site): Promise<Figures> {
  return ROWS[name].measure({ ...site, shops: [...site.shops] });
}

/** A copy of the installation with so many more accounts. */
export async function prepareSite(
  { origin, ...rest }: PaighamSettings,
  shops: number,
): Promise<Omit<Site, 'running' | 'seconds'>> {
  const folder = makeTemporaryDir();
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, 'origin');
  const copied = spawnSync('cp', ['-a', origin, own], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cp failed: ${copied.stderr}`);
  const opened = shops === 0 ? [] : await openShops(own, shops, rest.furnished);
  return { folder, ours: { ...rest, origin: own }, shops: [...opened] };
}
