/** Ends what a test file opened. Files of a project share a process, one after another. */
import { AsyncLocalStorage } from 'node:async_hooks';

type End = () => void | Promise<void>;

const ends: End[] = [];
const lasting = new AsyncLocalStorage<true>();

/** Calls `end` after the file's last test; what was opened last ends first. */
export function afterFile(end: End): void {
  if (!isForProcess()) ends.push(end);
}

/** Whether what is opened now serves all files of this process. */
export const isForProcess = (): boolean => lasting.getStore() === true;

/**
 * What `open` opens serves all files of this process, and ends with it: it has its files where the
 * run removes them (temporary.ts).
 */
export function forProcess<T>(open: () => Promise<T>): Promise<T> {
  return lasting.run(true, open);
}

/** Ends everything; called by end-of-file.ts. */
export async function endAll(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}
