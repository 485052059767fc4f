/**
 * Kannel as the competitor: bearerbox and smsbox with their strongest settings, receipts on. It
 * reports on a message by callback, where we store a state. A sink takes the callbacks: one when
 * the operator took the message, one at its end.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpLater, start } from '../programs.ts';
import type { Finished, Running, SendRequest } from '../system.ts';
import { freePort, readPage, until } from '../waiting.ts';
import { configure, LOGIN, type KannelPorts } from './configure.ts';

/** What `compile` makes of the C sources next to this file. */
export type CompiledParts = { readonly sink: string; readonly nodelay: string };

export type KannelSettings = {
  readonly operatorPort: number;
  /** A spool of files (never forced to disk), or no store at all. */
  readonly store: 'spool' | 'none';
  readonly parts: CompiledParts;
};

/** Accepted or rejected by the operator, and delivered or failed: two callbacks per message. */
const DLR_MASK = 31;

/** Starts both programs and the sink. Resolves when they answer; the bind may come later. */
export async function startKannel(settings: KannelSettings): Promise<Running> {
  const { parts, store, operatorPort } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'kannel-'));
  const remove = cleanUpLater(() => rmSync(folder, { recursive: true }));
  const [admin, box, http] = [await freePort(), await freePort(), await freePort()];
  const ports = { admin, box, http, operator: operatorPort };
  const sinkPort = await freePort();
  const spool = store === 'spool' ? join(folder, 'spool') : undefined;
  if (spool !== undefined) mkdirSync(spool);
  const file = join(folder, 'kannel.conf');
  writeFileSync(file, configure(ports, spool));
  const environment = { LD_PRELOAD: parts.nodelay };
  const sink = start(parts.sink, [sinkPort]);
  const bearerbox = start('bearerbox', ['-v', '4', file], { environment });
  const status = `http://127.0.0.1:${ports.admin}/status.txt?password=${LOGIN}`;
  await until('bearerbox', 20_000, () => readPage(status));
  const smsbox = start('smsbox', ['-v', '4', file], { environment });
  await until('smsbox', 20_000, async () => {
    const page = await readPage(status);
    return /smsbox:.*on-line/.exec(page)?.[0];
  });
  const counts = async (): Promise<Finished> => readCounts(sinkPort);
  return {
    request: requestTo(ports, sinkPort),
    roots: [bearerbox.pid, smsbox.pid],
    waiting: async () => readQueued(await readPage(status)),
    finished: async () => (await counts()).messages,
    audit: counts,
    async stop() {
      for (const program of [smsbox, bearerbox, sink]) await program.end(1_000);
      remove();
    },
  };
}

function requestTo({ http }: KannelPorts, sinkPort: number): SendRequest {
  const callback = encodeURIComponent(`http://127.0.0.1:${sinkPort}/%d`);
  return {
    port: http,
    before: `/cgi-bin/sendsms?username=${LOGIN}&password=${LOGIN}&from=8584&to=`,
    between: `&dlr-mask=${DLR_MASK}&dlr-url=${callback}&text=Your+verification+code+is+`,
    after: '.+Do+not+share+it+with+anyone.',
  };
}

async function readCounts(sinkPort: number): Promise<Finished> {
  const page = await readPage(`http://127.0.0.1:${sinkPort}/counts`);
  const [messages = 0, , lastAtMs = 0] = page.split(' ').map(Number);
  return { messages, lastAtMs };
}

/** From the page's line `SMS: received 0 (0 queued), sent 120 (7 queued), store size 7`. */
function readQueued(page: string): number {
  const found = /SMS: .*sent \d+ \((\d+) queued\)/.exec(page)?.[1];
  if (found === undefined) throw new Error('the status page of Kannel reads otherwise');
  return Number(found);
}
