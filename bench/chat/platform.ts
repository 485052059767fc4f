/**
 * The simulated chat platform as a process of its own, so that its work and ours do not disturb
 * each other: its configuration, and what it received.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../programs.ts';
import { freePort, readPage, until } from '../waiting.ts';

const PROGRAM = join(import.meta.dirname, '../../fakes/chat-platform/main.ts');

export const BUSINESS = '200000000000001';
export const TEMPLATE = 'order_update';
const APP = { id: '100000000000001', secret: 'simulated-app-secret' };
const TOKEN = 'simulated-token';

/** What `bin/paigham chat connect` asks for. */
export const CHAT_SECRETS = { CHAT_TOKEN: TOKEN, CHAT_APP_SECRET: APP.secret } as const;

/** How much the platform allows one number per second, including inbound messages. */
export const THROUGHPUT = 80;

export type PlatformSettings = {
  readonly numbers: number;
  readonly answerDelayMs: number;
  readonly statusesPerPost: number;
};

/** A request for a message, as the platform reports it. */
export type HeardSend = {
  readonly number: number;
  readonly at: string;
  readonly path: string;
  /** `200` if it accepted the message. */
  readonly answer: string;
  readonly body: { readonly to?: string; readonly biz_opaque_callback_data?: string };
};

export type PlatformStats = {
  readonly webhooks: { readonly attempts: number; readonly refused: number; readonly lost: number };
};

export type Platform = {
  readonly url: string;
  /** The platform's ids of the sending numbers. */
  readonly numberIds: readonly string[];
  /** A person writes to a number; resolves when the webhook was tried. */
  reply(from: string, phoneNumberId: string): Promise<void>;
  /**
   * Keeps what was received since the last call, up to the first without an answer; returns all so
   * far.
   */
  collect(): Promise<readonly HeardSend[]>;
  stats(): Promise<PlatformStats>;
};

/** How many requests it keeps between two calls of `collect`. */
const KEPT_REQUESTS = 20_000;
/** The most in one page. */
const PAGE = 10_000;

/** Starts it, with its files in `folder`. Resolves when it answers. */
export async function startPlatform(folder: string, settings: PlatformSettings): Promise<Platform> {
  const ports = { port: await freePort(), managementPort: await freePort() };
  const numberIds = Array.from({ length: settings.numbers }, (_, at) => `30000000000000${at + 1}`);
  const file = join(folder, 'platform.json');
  writeFileSync(file, JSON.stringify({ ...ports, ...describe(settings, numberIds) }));
  start(process.execPath, [PROGRAM, '--config', file]);
  const management = `http://127.0.0.1:${ports.managementPort}`;
  await until('the chat platform', 20_000, () => readPage(`${management}/stats`));
  const heard: HeardSend[] = [];
  return {
    url: `http://127.0.0.1:${ports.port}`,
    numberIds,
    async reply(from, phoneNumberId) {
      const body = JSON.stringify({ from, phoneNumberId, type: 'text', text: 'Shukria!' });
      const answer = await fetch(`${management}/reply`, { method: 'POST', body });
      if (answer.status !== 200) throw new Error(`a reply was refused: ${await answer.text()}`);
      await answer.arrayBuffer();
    },
    async collect() {
      const query = `last=${PAGE}&after=${heard.at(-1)?.number ?? 0}&path=/messages`;
      const page = await readPage(`${management}/heard?${query}`);
      const { heard: found } = JSON.parse(page) as { readonly heard: readonly HeardSend[] };
      if (found.length >= PAGE) throw new Error('more was heard than can be told: collect earlier');
      // Requests without an answer are asked for again.
      const open = found.findIndex(({ answer }) => answer === '');
      heard.push(...(open === -1 ? found : found.slice(0, open)));
      return heard;
    },
    stats: async () => JSON.parse(await readPage(`${management}/stats`)) as PlatformStats,
  };
}

function describe({ answerDelayMs, statusesPerPost }: PlatformSettings, ids: readonly string[]) {
  const numbers = ids.map((id, at) => {
    return { id, displayNumber: `+92 300 111000${at + 1}`, throughput: THROUGHPUT };
  });
  const body = {
    type: 'BODY',
    text: 'Dear {{1}}, your order {{2}} is on its way.',
    example: { body_text: [['Ali', 'A-1017']] },
  };
  const template = { name: TEMPLATE, language: 'en', category: 'UTILITY', components: [body] };
  return {
    apps: [APP],
    accounts: [{ id: BUSINESS, name: 'Roshan Store', numbers, templates: [template] }],
    tokens: [{ token: TOKEN, appId: APP.id }],
    keepHeard: KEPT_REQUESTS,
    magicNumbers: false,
    answerDelayMs,
    statusesPerPost,
    sentDelayMs: [20, 200],
    deliveredDelayMs: [200, 1_500],
    readDelayMs: [500, 4_000],
    readPercent: 80,
  };
}
