/** The rate of a limited link with a backlog, over a minute. */
import { median } from '../median.ts';
import { figure, type Line } from '../table.ts';
import { pause } from '../waiting.ts';
import type { Contest } from './rows.ts';
import { sendBehindCampaign } from './slow-link.ts';

const RATE = 50;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Measures the rate over a minute and the busiest second, by both sides' clocks. */
export async function measurePace({ runs, ...at }: Contest): Promise<Line> {
  console.error(`The pace of a link limited to ${RATE} a second`);
  const link = { ratePerSecond: RATE, windowSubmits: 10, answerDelayMs: 0, campaign: 5_000 };
  const figures: { readonly sent: Pace; readonly heard: Pace }[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const { sentAtMs, heard, worked } = await sendBehindCampaign(link, at, async () => {
      const fromMs = performance.timeOrigin + performance.now();
      await pause(MINUTE_MS + SECOND_MS);
      return fromMs;
    });
    const sent = paceOf(sentAtMs, worked);
    const arrived = paceOf(
      heard.map(({ atMs }) => atMs),
      worked,
    );
    console.error(`  run ${run}  sent ${show(sent)}  heard ${show(arrived)}`);
    figures.push({ sent, heard: arrived });
  }
  const rate = median(figures.map(({ sent }) => sent.perSecond));
  const busiest = Math.max(...figures.map(({ sent }) => sent.busiest));
  const busiestHeard = Math.max(...figures.map(({ heard }) => heard.busiest));
  return {
    what: `pace of a link limited to ${RATE}/s over a minute; most in any second`,
    cells: {
      paigham: `${figure(rate, 2)}/s; ${busiest} (operator’s clock: ${busiestHeard})`,
      'kannel-spool': '',
      'kannel-no-store': '',
    },
    result: '',
    bar: `${figure(RATE * 0.99, 1)}–${figure(RATE * 1.01, 1)}/s; ≤ ${RATE}`,
  };
}

type Pace = { readonly perSecond: number; readonly busiest: number };

const show = ({ perSecond, busiest }: Pace): string =>
  `${perSecond.toFixed(2)}/s, at most ${busiest} in a second`;

/** Over the minute starting at `fromMs`. */
function paceOf(momentsMs: readonly number[], fromMs: number): Pace {
  const within = momentsMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + MINUTE_MS);
  return { perSecond: (within.length * SECOND_MS) / MINUTE_MS, busiest: busiestSecond(within) };
}

/** The most times within any second; two that are a second apart do not count. */
export function busiestSecond(momentsMs: readonly number[]): number {
  let [busiest, from] = [0, 0];
  for (const [index, atMs] of momentsMs.entries()) {
    while (atMs - (momentsMs[from] ?? atMs) >= SECOND_MS) from += 1;
    busiest = Math.max(busiest, index - from + 1);
  }
  return busiest;
}
