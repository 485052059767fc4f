/** `paigham top`: how a node is doing, live in the terminal. It reads /metrics like a monitor. */
import type { Given } from '../../operations/operation.ts';
import type { Answer } from '../../operations/show.ts';
import { pause } from '@paigham/base/clock.ts';
import type { JsonClient } from '@paigham/http/json-client.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import type { RemoteCommand } from '../commands.ts';
import { printAnswer } from '../print.ts';
import { checkServer, type Remote, type RemoteAnswer } from '../remote.ts';
import { pictureOf } from './picture.ts';
import { readScrape, type Scrape } from './scrape.ts';

const EVERY_MS = 1_000;
/** Rates are those of the last seconds: of one alone they would jump. */
const LOOKS = 6;

/** Looks at a node, and tells what the last looks show; @throws Refusal when it cannot. */
type Watch = () => Promise<Answer>;

async function top(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const here = remote.nodeHere(given.option('data-dir'));
  const server = checkServer(remote, given.option('server') ?? here.baseUrl);
  const first = await openNode(remote, server, here.metricsToken);
  const watch = watchFrom(remote, server, first);
  await pause(remote.clock, EVERY_MS);
  const live = given.has('once') || given.has('json') ? undefined : remote.openLive();
  if (live === undefined) {
    const answer = await watch();
    if (given.has('json')) return { code: 0, data: {}, full: answer.full };
    remote.say(printAnswer(answer));
    return { code: 0 };
  }
  try {
    while (!live.hasLeft()) {
      live.draw(await watch().then(printAnswer, sayWhy));
      await Promise.race([pause(remote.clock, EVERY_MS), live.left]);
    }
  } finally {
    live.close();
  }
  return { code: 0 };
}

/** A node that is away for a moment is no reason to leave. */
function sayWhy(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}

type Opened = { readonly client: JsonClient; readonly scrape: Scrape };

/** The first look; asks for the token when the node wants one and none is known. */
async function openNode(
  remote: Remote,
  baseUrl: string,
  known: string | undefined,
): Promise<Opened> {
  const client = remote.connect({ baseUrl, key: known ?? '' });
  const looked = await look(remote, baseUrl, client);
  if (looked !== 'denied') return { client, scrape: looked };
  const typed = known ?? (await remote.askSecret('METRICS_TOKEN: '));
  const second = remote.connect({ baseUrl, key: typed ?? '' });
  return { client: second, scrape: allowed(await look(remote, baseUrl, second)) };
}

function watchFrom(remote: Remote, server: string, { client, scrape }: Opened): Watch {
  let looks = [scrape];
  return async () => {
    const to = allowed(await look(remote, server, client));
    looks = [...looks, to].slice(-LOOKS);
    return pictureOf({ from: looks[0] ?? to, to }, server);
  };
}

function allowed(looked: Scrape | 'denied'): Scrape {
  if (looked !== 'denied') return looked;
  throw new Refusal(
    'The node does not show its metrics: set METRICS_TOKEN to that of its settings.',
  );
}

async function look(
  { clock }: Remote,
  server: string,
  client: JsonClient,
): Promise<Scrape | 'denied'> {
  const answer = await client.text('/metrics');
  if (answer.kind === 'failed') {
    throw new Refusal(`Cannot use ${server}: ${answer.why}. Name another node with --server URL.`);
  }
  if (answer.status === 403) return 'denied';
  if (answer.status !== 200) throw new Refusal(`${server} answers ${answer.status}.`);
  return readScrape(String(answer.body), clock.nowMs());
}

export const topCommand: RemoteCommand = {
  name: 'top',
  args: [],
  options: [
    {
      name: 'server',
      value: 'URL',
      about: 'the node to look at (default: HOST and PORT of the settings)',
    },
    { name: 'once', about: 'prints one picture and ends, as it does without a terminal' },
  ],
  about:
    'Shows links, queues, rates per second and latencies of a running node, anew each second; ' +
    'q ends it. It reads /metrics, with METRICS_TOKEN of the settings if there is one.',
  runRemote: top,
};
