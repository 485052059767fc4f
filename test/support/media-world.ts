/** Files of chat messages in a database and on a small internet of their own, for one test file. */
import { readdirSync } from 'node:fs';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { RequestListener } from 'node:http';
import { afterEach, beforeAll, expect } from 'vitest';
import type { MediaLink } from '../../src/domain/chat/media.ts';
import type { AccountId, ChatMediaId } from '../../src/domain/ids.ts';
import {
  createMediaKeeper,
  type KeepOutcome,
  type MediaKeeper,
} from '../../src/chat/keep-media.ts';
import { quietLog } from '../../src/kit/log.ts';
import { openPassingFiles } from '../../src/kit/passing-files.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { readPieces } from '../../src/store/chat/media.ts';
import type { Ask } from './invariants.ts';
import { movedClock } from './moved-clock.ts';
import { OUTSIDE, startOutside, type Outside } from './outside.ts';
import { asker } from './verify.ts';
import { worldDatabase } from './world.ts';

export const START_MS = Date.UTC(2026, 10, 20, 12);
export const DAY_MS = 86_400_000;
export const clock = movedClock(START_MS);

export const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20_000, 5)]);
export const MP3 = Buffer.concat([Buffer.from('ID3\x04'), Buffer.alloc(5_000)]);

export let database: Database;
export let ask: Ask;
export let ali: AccountId;
export let bilal: AccountId;
/** The outside world of the current test, once it has called `keeper`. */
export let outside: Outside;
/** What was counted in it. */
export let counted: string[] = [];
/** Of the current test: each keeper has its own. */
const opened: Outside[] = [];
let lastId = 1_000;

/** Called once by the test file that wants it. */
export function standOnMedia(): void {
  beforeAll(async () => {
    const fresh = await worldDatabase();
    ({ database } = fresh);
    ask = asker(database);
    ({ accountId: ali } = await fresh.world.addAccount({ name: 'Ali', rupees: '0' }));
    ({ accountId: bilal } = await fresh.world.addAccount({ name: 'Bilal', rupees: '0' }));
  });
  afterEach(async () => {
    for (const it of opened.splice(0)) it.close();
    counted = [];
    clock.setTo(START_MS);
    await database.transact((tx) => tx.run(plain('test-clear', 'delete from chat_media'), []));
  });
}

/** A keeper of files, and an internet on loopback that answers like this. */
export async function keeper(answer: RequestListener): Promise<MediaKeeper> {
  outside = await startOutside(() => [OUTSIDE], answer);
  opened.push(outside);
  const { folder, policy, resolve, random } = outside.options;
  return createMediaKeeper({
    db: database,
    clock,
    log: quietLog,
    ids: { next: () => (lastId += 1) },
    fetching: { policy, resolve, random },
    files: await openPassingFiles(folder, clock),
    count: (what) => void counted.push(what),
  });
}

export const serving =
  (content: Buffer): RequestListener =>
  (_, to) =>
    void to.end(content);
export const link = (wanted: MediaLink['wanted'] = 'image', path = '/lamp.png'): MediaLink => ({
  url: `http://files.example:${outside.port}${path}`,
  wanted,
});

export async function contentOf(accountId: AccountId, id: ChatMediaId): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readPieces(database, accountId, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}

export function idOf(outcome: KeepOutcome): ChatMediaId {
  if (!outcome.ok) throw new Error(outcome.fault);
  return outcome.file.id;
}

/** There is nothing left on disk. */
export const expectNoFiles = (): void => expect(readdirSync(outside.options.folder)).toEqual([]);
