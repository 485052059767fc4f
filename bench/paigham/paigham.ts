/** Our own side: a node with its embedded PostgreSQL, both with the settings from `bin/start`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';
import { cleanUpLater } from '../programs.ts';
import type { Finished, Running, SendRequest } from '../system.ts';
import { readPage } from '../waiting.ts';
import { readCounter } from './counter.ts';
import { runPaigham, type Furnished } from './furnish.ts';
import { startNode, type StartedNode } from './node.ts';
import { endDatabase, postmasterOf } from './postmaster.ts';

export type PaighamSettings = {
  /** A prepared data folder; each run works on a copy. */
  readonly origin: string;
  readonly furnished: Furnished;
  /** Node options for profiling. */
  readonly nodeOptions: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Arguments of `paigham link set jazz`, run before the node starts: another rate, for example.
   */
  readonly link?: readonly string[];
  /** Whether the account asks for its events, so that they are recorded and numbered. */
  readonly listens?: boolean;
  /** How many nodes share the database; 1 by default. */
  readonly nodes?: number;
  /** Works on the prepared folder itself, which is too large to copy; it stays. */
  readonly inPlace?: boolean;
};

/** The first request for events starts their recording. */
async function listen(port: number, { apiKey }: Furnished): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/events`, { headers });
  if (status !== 200) throw new Error(`/v1/events answers ${status}`);
}

/** Starts a node on a copy of the origin. Resolves when it is ready; the bind may come later. */
export async function startPaigham(settings: PaighamSettings): Promise<Running> {
  const folder = makeTemporaryDir();
  const dataDir = settings.inPlace === true ? settings.origin : join(folder, 'data');
  const remove = cleanUpLater(() => {
    endDatabase(dataDir);
    rmSync(folder, { recursive: true, force: true });
  });
  if (dataDir !== settings.origin) copy(settings.origin, dataDir);
  if (settings.link !== undefined) await setLink(dataDir, settings.link);
  const { program, port } = await startNode(dataDir, settings);
  if (settings.listens === true) await listen(port, settings.furnished);
  const further: StartedNode[] = [];
  while (further.length + 1 < (settings.nodes ?? 1)) {
    further.push(await joinNode(dataDir, join(folder, `node-${further.length}`), settings));
  }
  const nodes = [{ program, port }, ...further];
  const sinceId = firstIdAt(Date.now());
  const settled = (what: string) => sumOf(nodes, 'paigham_messages_settled_total', what);
  return {
    request: requestTo(port, settings.furnished),
    further: further.map((node) => requestTo(node.port, settings.furnished)),
    roots: [...nodes.map((node) => node.program.pid), postmasterOf(dataDir)],
    async waiting() {
      const accepted = await sumOf(nodes, 'paigham_sms_answers_total', 'status="200"');
      return accepted - (await settled('what="attempted"'));
    },
    finished: () => settled('what="closed"'),
    audit: () => countFinished(dataDir, sinceId),
    async stop() {
      for (const node of nodes.toReversed()) await node.program.end(20_000);
      remove();
    },
  };
}

function copy(origin: string, dataDir: string): void {
  const copied = spawnSync('cp', ['-a', origin, dataDir], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cp failed: ${copied.stderr}`);
}

async function sumOf(
  nodes: readonly StartedNode[],
  counter: string,
  label: string,
): Promise<number> {
  const pages = nodes.map(({ port }) => readPage(`http://127.0.0.1:${port}/metrics`));
  const values = (await Promise.all(pages)).map((page) => readCounter(page, counter, label));
  return values.reduce((sum, value) => sum + value, 0);
}

/** Another node on the database of the one in `dataDir`. */
function joinNode(
  dataDir: string,
  ownDir: string,
  settings: PaighamSettings,
): Promise<StartedNode> {
  mkdirSync(ownDir, { mode: 0o711 });
  const read = (name: string): string => readFileSync(join(dataDir, name), 'utf8').trim();
  const login = `paigham:${encodeURIComponent(read('postgres.password'))}`;
  const host = encodeURIComponent(join(dataDir, 'postgres'));
  const environment = {
    ...settings.environment,
    DATABASE_URL: `postgres://${login}@localhost/paigham?host=${host}`,
    MASTER_KEY: read('master.key'),
  };
  return startNode(ownDir, { nodeOptions: settings.nodeOptions, environment });
}

/** The command line uses the database of a running node. */
async function setLink(dataDir: string, words: readonly string[]): Promise<void> {
  const node = await startNode(dataDir, { logLevel: 'error' });
  runPaigham(dataDir, ['link', 'set', 'jazz', ...words]);
  await node.program.end();
}

/** A request for a one-time code, as the load generators send it. */
export function requestTo(port: number, { apiKey, sender, templateId }: Furnished): SendRequest {
  const open = encodeURIComponent('{"code":"');
  const close = encodeURIComponent('"}');
  return {
    port,
    before: `/api/sms.php?api_key=${apiKey}&sender=${sender}&mobile=`,
    between: `&template_id=${templateId}&message=${open}`,
    after: close,
  };
}

const COUNT_FINISHED = `
  select count(*) filter (where done_at is not null) as messages,
         extract(epoch from max(done_at)) * 1000 as last_at
  from messages
  where id >= $1`;

/** What the database says of what it took since: messages that ended, and when the last did. */
async function countFinished(dataDir: string, sinceId: number): Promise<Finished> {
  const joined = await startEmbedded({ dataDir });
  try {
    return await withConnection(joined.logins.writer, async (client) => {
      type Row = { readonly messages: number; readonly last_at: string | null };
      const { rows } = await client.query<Row>(COUNT_FINISHED, [sinceId]);
      return { messages: rows[0]?.messages ?? 0, lastAtMs: Number(rows[0]?.last_at ?? 0) };
    });
  } finally {
    await joined.stop();
  }
}
