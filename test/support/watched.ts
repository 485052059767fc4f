/** A node in a process of its own that reports which of the product's files are at work. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { TEST_SECRETS, type Paigham } from './paigham.ts';
import { temporaryDir } from './temporary.ts';
import type { Watch, Wish } from './watched-node.ts';

const PROGRAM = join(import.meta.dirname, 'watched-node.ts');

export type Watched = {
  readonly baseUrl: string;
  /** Runs no background jobs from now on. */
  still(): Promise<void>;
  /** The files in which a function was entered since the last call, sorted. */
  files(): Promise<readonly string[]>;
};

/** Starts it, on the database of a service without nodes. Call it in a test. */
export async function startWatched({ address }: Pick<Paigham, 'address'>): Promise<Watched> {
  const dataDir = temporaryDir();
  const root = join(import.meta.dirname, '../..');
  const watch: Watch = { address, dataDir, root, masterKey: TEST_SECRETS.masterKey ?? '' };
  // Entered functions cannot be counted in code from the compile cache.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  const child = fork(PROGRAM, [JSON.stringify(watch)], { execArgv: [], env });
  const told = async <Told>(): Promise<Told> => ((await once(child, 'message')) as [Told])[0];
  const ask = async <Told>(wish: Wish): Promise<Told> => {
    child.send(wish);
    return told();
  };
  onTestFinished(async () => {
    child.send('stop');
    await once(child, 'exit');
  });
  return {
    baseUrl: await told(),
    still: async () => void (await ask('still')),
    files: () => ask('files'),
  };
}
