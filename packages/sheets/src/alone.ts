import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Makes a network namespace without a network for the program it then executes. */
const UNSHARE = ['/usr/bin/unshare', '/bin/unshare'].find((file) => existsSync(file));
const WORDS = ['--net', '--map-root-user', '--'];

/** A program, and the arguments before the command it then executes. */
export type Start = { readonly execPath: string; readonly words: readonly string[] };

let asked: Promise<boolean> | undefined;

/**
 * Whether readers run without a network: where this user may create namespaces, as most Linux
 * systems allow. Tried once.
 */
export function isReaderAlone(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    if (UNSHARE === undefined) resolve(false);
    else execFile(UNSHARE, [...WORDS, UNSHARE, '--version'], (error) => resolve(error === null));
  });
  return asked;
}

/** How to start Node for a reader: without a network where that is possible. */
export async function startOfReader(): Promise<Start> {
  const node = process.execPath;
  if (UNSHARE === undefined || !(await isReaderAlone())) return { execPath: node, words: [] };
  return { execPath: UNSHARE, words: [...WORDS, node] };
}
