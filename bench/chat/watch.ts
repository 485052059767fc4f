/** Watches the service at work: its memory and backlog, every second. */
import type pg from 'pg';
import { megabytes } from '../memory.ts';
import { pause } from '../waiting.ts';
import { readBacklog, type Backlog } from './books.ts';

export type Sample = Backlog & { readonly atMs: number; readonly megabytes: number };

const EVERY_MS = 1_000;

/** Looks once a second until `ended`. */
export async function watch(
  pid: number,
  client: pg.Client,
  ended: AbortSignal,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (let nextMs = Date.now(); !ended.aborted; nextMs += EVERY_MS) {
    await pause(Math.max(0, nextMs - Date.now()));
    const backlog = await readBacklog(client);
    samples.push({ ...backlog, atMs: Date.now(), megabytes: megabytes(pid, 'VmRSS') });
  }
  return samples;
}

/** How long after `fromMs` each kind of backlog was gone. */
export type Drained = { readonly line: number; readonly open: number; readonly posts: number };

const LOOK_MS = 50;
const LIMIT_MS = 120_000;

/** Waits until nothing is left: no queued messages, none without a final state, no posts. */
export async function drain(client: pg.Client): Promise<Drained> {
  const fromMs = Date.now();
  const goneMs = { line: 0, open: 0, posts: 0 };
  for (;;) {
    const left = await readBacklog(client);
    const passedMs = Date.now() - fromMs;
    if (left.line > 0) goneMs.line = passedMs;
    if (left.open > 0) goneMs.open = passedMs;
    if (left.posts > 0) goneMs.posts = passedMs;
    if (left.line + left.open + left.posts === 0) return goneMs;
    if (passedMs > LIMIT_MS) throw new Error(`still waiting: ${JSON.stringify(left)}`);
    await pause(LOOK_MS);
  }
}
