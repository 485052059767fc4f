/**
 * What an account waits for, beside another that sends more and more: single sends, lists of a
 * hundred, `/v1`. Prints a table and draws docs/pictures/fairness.svg.
 * `node bench/fairness.ts --seconds 10`
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { compete, untilAtRest } from './contest.ts';
import { listRequest, type Shape, smsRequest, startShape, v1Request } from './load/shapes.ts';
import { sendSteadily } from './load/steady.ts';
import { PROMPT } from './operator.ts';
import { furnish } from './paigham/furnish.ts';
import { requestTo, startPaigham } from './paigham/paigham.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { prepareSite } from './rows/usage.ts';
import { freePort } from './waiting.ts';

const PICTURE = join(import.meta.dirname, '../docs/pictures/fairness.svg');
const PER_SECOND = 50;
/** Connections of the one that sends all they can, one request at a time on each. */
const STEPS = [0, 1, 5, 20, 50, 100, 200, 500] as const;
const COLOURS = ['black', 'firebrick', 'steelblue'] as const;

type Curve = {
  readonly name: string;
  readonly p50: readonly number[];
  readonly p99: readonly number[];
};

async function measure(folder: string, seconds: number): Promise<readonly Curve[]> {
  const ports = { smpp: await freePort(), management: await freePort() };
  const origin = join(folder, 'origin');
  mkdirSync(origin, { mode: 0o711 });
  const furnished = await furnish(origin, ports.smpp);
  const site = await prepareSite({ origin, furnished, nodeOptions: [] }, 1);
  const [other] = site.shops;
  if (other === undefined) throw new Error('there is no other account');
  const { sender } = furnished;
  const loads: Readonly<Record<string, string>> = {
    'single sends': smsRequest(furnished, sender),
    'lists of 100': listRequest(furnished, sender, 100),
    '/v1': v1Request(furnished, sender),
  };
  const system = { name: 'paigham' as const, start: () => startPaigham(site.ours) };
  const rounds = await compete(
    [{ label: 'paigham', system, times: PROMPT }],
    async (running) => {
      const { port } = running.request;
      const request = requestTo(port, { ...furnished, ...other });
      const figures: [string, number][] = [];
      for (const [name, asked] of Object.entries(loads)) {
        for (const connections of STEPS) {
          const shape: Shape = { requests: [asked], connections };
          const at = { seconds: seconds + 1, folder };
          const load = connections === 0 ? undefined : startShape(port, shape, at);
          const sending = sendSteadily(request, { perSecond: PER_SECOND, seconds });
          const [waits] = await Promise.all([sending, load?.done]);
          await untilAtRest(running);
          figures.push([`${name} ${connections} p50`, waits.p50Ms]);
          figures.push([`${name} ${connections} p99`, waits.p99Ms]);
        }
      }
      return Object.fromEntries(figures);
    },
    { runs: 1, ports },
  );
  const seen = rounds.get('paigham')?.[0] ?? {};
  return Object.keys(loads).map((name) => {
    const of = (what: string): number[] =>
      STEPS.map((connections) => seen[`${name} ${connections} ${what}`] ?? Number.NaN);
    return { name, p50: of('p50'), p99: of('p99') };
  });
}

const TITLE = "another account's single send, ms: median, and 99th percentile (dashed)";
const [WIDTH, HEIGHT, LEFT] = [640, 260, 50];

/** Waits by connections, each step as far from the next: p50 drawn through, p99 dashed. */
function draw(curves: readonly Curve[]): string {
  const most = Math.max(...curves.flatMap(({ p99 }) => p99));
  const x = (step: number): string => (LEFT + (step * WIDTH) / (STEPS.length - 1)).toFixed(1);
  const y = (ms: number): string => (HEIGHT - (ms / most) * (HEIGHT - 20)).toFixed(1);
  const line = (values: readonly number[], how: string): string => {
    const points = values.map((ms, step) => `${x(step)},${y(ms)}`).join(' ');
    return `<polyline fill="none" ${how} points="${points}"/>`;
  };
  const drawn = curves.flatMap(({ name, p50, p99 }, at) => {
    const colour = COLOURS[at] ?? 'gray';
    return [
      line(p50, `stroke="${colour}" stroke-width="2"`),
      line(p99, `stroke="${colour}" stroke-dasharray="5 4"`),
      `<text x="${LEFT + 10}" y="${34 + 16 * at}" fill="${colour}">beside ${name}</text>`,
    ];
  });
  const marks = STEPS.map(
    (connections, step) =>
      `<text x="${x(step)}" y="${HEIGHT + 16}" text-anchor="middle">${connections}</text>`,
  );
  const size = `width="${LEFT + WIDTH + 30}" height="${HEIGHT + 44}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="${LEFT + 10}" y="14">${TITLE}</text>
<text x="${LEFT - 6}" y="24" text-anchor="end">${Math.round(most)}</text>
<text x="${LEFT - 6}" y="${HEIGHT}" text-anchor="end">0</text>
<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}" stroke="gray"/>
${[...marks, ...drawn].join('\n')}
<text x="${LEFT + WIDTH / 2}" y="${HEIGHT + 36}" text-anchor="middle">its connections</text>
</svg>
`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
  const folder = makeTemporaryDir();
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const curves = await measure(folder, Number(values.seconds));
  console.log(`connections: ${STEPS.join(' / ')}`);
  for (const { name, p50, p99 } of curves) {
    const shown = p50.map((ms, step) => `${ms.toFixed(1)} (${(p99[step] ?? 0).toFixed(0)})`);
    console.log(`beside ${name}, p50 (p99), ms: ${shown.join(' / ')}`);
  }
  writeFileSync(PICTURE, draw(curves));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  await main();
} finally {
  await endAll();
}
