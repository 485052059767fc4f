/**
 * 1,000 webhooks of 1,000 accounts, a part of them dead, while messages go out at a constant rate:
 * how long from a state to the post of its event at the receivers that live, and what it takes of
 * the processors. `node bench/webhooks.ts --accounts 1000 --dead 5 --rate 500 --seconds 20`
 */
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { usedCpuMs } from './cpu.ts';
import { quantile } from './median.ts';
import { startOperator } from './operator.ts';
import { furnish } from './paigham/furnish.ts';
import { startNode } from './paigham/node.ts';
import { postmasterOf } from './paigham/postmaster.ts';
import { openShops, type Shop } from './paigham/shops.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { freePort, pause } from './waiting.ts';

/** What is posted until then is not measured. */
const WARM_UP_MS = 5_000;
/** Before the first failures of the dead ones, nothing rests. */
const LATEST_MS = 60_000;
const AT_ONCE = 16;

type Got = { readonly id: string; readonly lateMs: number; readonly happenedAtMs: number };
type Fate = 'lives' | 'hangs' | 'fails';

/** Notes when the events of those that live arrive. */
async function startReceivers(fateOf: (place: number) => Fate) {
  const got: Got[] = [];
  const take = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const atMs = Date.now();
    switch (fateOf(Number(request.url?.slice(1)))) {
      case 'hangs':
        return;
      case 'fails':
        answer.writeHead(500).end();
        return;
      case 'lives': {
        type Event = { readonly id: string; readonly timestamp: string };
        const { id, timestamp } = JSON.parse(Buffer.concat(pieces).toString()) as Event;
        const happenedAtMs = Date.parse(timestamp);
        got.push({ id, lateMs: atMs - happenedAtMs, happenedAtMs });
        answer.writeHead(204).end();
      }
    }
  };
  const server = createServer(
    (request, answer) => void take(request, answer).catch(() => answer.destroy()),
  );
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpLater(() => server.closeAllConnections());
  return { got, port: (server.address() as AddressInfo).port, server };
}

async function call(url: string, apiKey: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status}: ${text}`);
}

async function forEachYielding<Item>(
  items: readonly Item[],
  work: (it: Item, at: number) => Promise<void>,
) {
  const rest = items.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [at, item] of rest) await work(item, at);
    }),
  );
}

async function sendOne(url: string): Promise<void> {
  const text = await (await fetch(url)).text();
  if (!text.startsWith('OK')) throw new Error(text);
}

/** Sends at a constant rate, each account in turn. Gives how many went to those that live. */
async function sendSteadily(
  baseUrl: string,
  shops: readonly Shop[],
  { rate, seconds, sender }: { rate: number; seconds: number; sender: string },
): Promise<readonly number[]> {
  const places: number[] = [];
  const underWay: Promise<unknown>[] = [];
  const startMs = performance.now();
  while (underWay.length < rate * seconds) {
    const due = Math.floor(((performance.now() - startMs) * rate) / 1_000);
    while (underWay.length < Math.min(due, rate * seconds)) {
      const at = underWay.length;
      const place = at % shops.length;
      const { apiKey, templateId } = shops[place] ?? { apiKey: '', templateId: '' };
      const message = JSON.stringify({ code: String(at) });
      const query = { api_key: apiKey, sender, template_id: templateId, message };
      const mobile = `92300${String(1_000_000 + at)}`;
      const url = `${baseUrl}/api/sms.php?${new URLSearchParams({ ...query, mobile })}`;
      underWay.push(sendOne(url).then(() => places.push(place)));
    }
    await pause(2);
  }
  await Promise.all(underWay);
  return places;
}

async function measure(ask: Readonly<Record<'accounts' | 'dead' | 'rate' | 'seconds', number>>) {
  const [dataDir, smpp, management] = [makeTemporaryDir(), await freePort(), await freePort()];
  cleanUpLater(() => rmSync(dataDir, { recursive: true, force: true }));
  const furnished = await furnish(dataDir, smpp);
  const shops = await openShops(dataDir, ask.accounts, furnished);
  const operator = await startOperator({ smpp, management });
  const environment = { FETCH_LOOPBACK: 'true' };
  const nodeOptions = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
  const { program, port } = await startNode(dataDir, { environment, nodeOptions });
  const baseUrl = `http://127.0.0.1:${port}`;
  const dead = Math.round((ask.accounts * ask.dead) / 100);
  // A third of the dead refuses the connection.
  const refuses = (place: number): boolean => place < dead && place % 3 === 2;
  const fateOf = (place: number): Fate =>
    place >= dead ? 'lives' : place % 3 === 0 ? 'hangs' : 'fails';
  const receivers = await startReceivers(fateOf);
  const closed = await freePort();
  await forEachYielding(shops, ({ apiKey }, place) => {
    const to = refuses(place) ? closed : receivers.port;
    return call(`${baseUrl}/v1/webhooks`, apiKey, { url: `http://127.0.0.1:${to}/${place}` });
  });
  const postmaster = postmasterOf(dataDir);
  const cpu = (): readonly [all: number, database: number] => [
    usedCpuMs([program.pid, postmaster]),
    usedCpuMs([postmaster]),
  ];
  const [fromMs, cpuFrom] = [Date.now(), cpu()];
  const seconds = ask.seconds + WARM_UP_MS / 1_000;
  const { sharedSender: sender } = furnished;
  const places = await sendSteadily(baseUrl, shops, { rate: ask.rate, seconds, sender });
  const sentMs = Date.now() - fromMs;
  // Of each message that it was sent, and that it arrived.
  const expected = 2 * places.filter((place) => fateOf(place) === 'lives').length;
  const untilMs = Date.now() + LATEST_MS;
  const told = (): number => new Set(receivers.got.map(({ id }) => id)).size;
  while (told() < expected && Date.now() < untilMs) await pause(100);
  const [all, database] = cpu().map((it, which) => {
    return (((it - (cpuFrom[which] ?? 0)) * 1_000) / places.length).toFixed(0);
  });
  const late = receivers.got.flatMap(({ lateMs, happenedAtMs }) =>
    happenedAtMs - fromMs < WARM_UP_MS ? [] : [lateMs],
  );
  const sorted = Float64Array.from(late).toSorted();
  const at = (share: number): string => quantile(sorted, share).toFixed(0);
  console.log(
    `${ask.accounts} webhooks, ${dead} of them dead; ${places.length} messages in ` +
      `${(sentMs / 1_000).toFixed(1)} s: from state to receiver p50 ${at(0.5)} ms, ` +
      `p99 ${at(0.99)} ms, at most ${sorted.at(-1)?.toFixed(0)} ms; ` +
      `${expected - told()} missing, ${receivers.got.length - told()} told again; ` +
      `${all} µs of processor a message, of which database ${database} µs`,
  );
  receivers.server.closeAllConnections();
  receivers.server.close();
  await program.end(30_000);
  await operator.stop();
}

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    // In percent of them.
    dead: { type: 'string', default: '5' },
    // Messages in a second.
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
    // A folder for profiles of the service.
    profile: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  const { accounts, dead, rate, seconds } = values;
  await measure({
    accounts: Number(accounts),
    dead: Number(dead),
    rate: Number(rate),
    seconds: Number(seconds),
  });
} finally {
  await endAll();
}
