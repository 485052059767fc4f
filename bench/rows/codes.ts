/** One-time codes while a campaign of 20,000 waits for the same link. */
import { median, quantile } from '../median.ts';
import type { HeardSubmit } from '../operator.ts';
import type { SendRequest } from '../system.ts';
import { figure, type Line } from '../table.ts';
import { pause } from '../waiting.ts';
import type { Contest } from './rows.ts';
import { sendBehindCampaign } from './slow-link.ts';

const LINK = { ratePerSecond: 100, windowSubmits: 10, answerDelayMs: 20, campaign: 20_000 };
/** What may already be under way when a code comes: the window, at the link's rate. */
const WINDOW_MS = (LINK.windowSubmits * 1_000) / LINK.ratePerSecond;
const BAR_MS = 100 + WINDOW_MS;
/** Not in step with the link. */
const LONGEST_PAUSE_MS = 200;
const LEAST_SECONDS = 60;

type Code = { readonly destination: string; readonly askedAtMs: number };

/** Measures from the request of each code until the operator receives it. */
export async function measureCodes({ runs, seconds, ...at }: Contest): Promise<Line> {
  console.error(`One-time codes behind a campaign of ${LINK.campaign}`);
  const all: Latencies[] = [];
  const forMs = Math.max(seconds, LEAST_SECONDS) * 1_000;
  for (let run = 1; run <= runs; run += 1) {
    const { heard, worked } = await sendBehindCampaign(LINK, at, (request) =>
      sendCodes(request, forMs),
    );
    const latencies = latenciesOf(worked, heard);
    console.error(`  run ${run}  ${worked.length} codes  ${show(latencies)} ms`);
    all.push(latencies);
  }
  const of = (name: keyof Latencies): number => median(all.map((it) => it[name]));
  const middle = { p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), mostMs: of('mostMs') };
  return {
    what: `code behind ${figure(LINK.campaign)}: request to operator, p50 / p99 / most, ms`,
    cells: { paigham: show(middle), 'kannel-spool': '', 'kannel-no-store': '' },
    result: '',
    bar: `p99 ≤ ${BAR_MS} (100 + a window of ${WINDOW_MS})`,
  };
}

type Latencies = { readonly p50Ms: number; readonly p99Ms: number; readonly mostMs: number };

const show = ({ p50Ms, p99Ms, mostMs }: Latencies): string =>
  [p50Ms, p99Ms, mostMs].map((ms) => figure(ms)).join(' / ');

/** Sends codes at random intervals for this long, then waits a second for the last. */
async function sendCodes(request: SendRequest, forMs: number): Promise<readonly Code[]> {
  const { port, before, between, after } = request;
  const codes: Code[] = [];
  const endMs = nowMs() + forMs;
  while (nowMs() < endMs) {
    const destination = `92309${String(codes.length).padStart(7, '0')}`;
    codes.push({ destination, askedAtMs: nowMs() });
    const url = `http://127.0.0.1:${port}${before}${destination}${between}4821${after}`;
    const text = await (await fetch(url)).text();
    if (!text.startsWith('OK')) throw new Error(`a code was refused: ${text}`);
    await pause((0.5 + Math.random() / 2) * LONGEST_PAUSE_MS);
  }
  await pause(1_000);
  return codes;
}

const nowMs = (): number => performance.timeOrigin + performance.now();

function latenciesOf(codes: readonly Code[], heard: readonly HeardSubmit[]): Latencies {
  const heardAtMs = new Map(heard.map(({ destination, atMs }) => [destination, atMs]));
  const latenciesMs = Float64Array.from(codes, ({ destination, askedAtMs }) => {
    const atMs = heardAtMs.get(destination);
    if (atMs === undefined) throw new Error(`the operator did not hear of ${destination}`);
    return atMs - askedAtMs;
  }).toSorted();
  const of = (share: number): number => quantile(latenciesMs, share);
  return { p50Ms: of(0.5), p99Ms: of(0.99), mostMs: of(1) };
}
