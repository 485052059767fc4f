/**
 * The plain service that files of a process share, in the kinds whose files share one. Each file
 * opens a shop of its own on it. It leaves the service's clock, links, operators and people on the
 * staff as they are, starts no further node but one with the role `api` (which ends with the file),
 * guesses no keys or passwords by the dozen, and looks only at what is its own: a test that is
 * about these starts a service of its own.
 */
import { forProcess } from './after-file.ts';
import { startPaigham, type Paigham } from './paigham.ts';

let shared: Promise<Paigham> | undefined;

/** Started for the first who asks. It fetches what it is told to from this machine, too. */
export function sharedPaigham(): Promise<Paigham> {
  shared ??= forProcess(() => startPaigham({ config: { fetchLoopback: true } }));
  return shared;
}
