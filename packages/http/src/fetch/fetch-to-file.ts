/**
 * Fetches a file that a stranger named: every address is vetted after every DNS lookup, and the
 * connection goes to what was vetted (docs/decisions: links are fetched from vetted addresses).
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@paigham/base/clock.ts';
import type { Random } from '@paigham/base/random.ts';
import { type AddressPolicy, readLink, type Resolve } from './address-policy.ts';
import { type Answer, ask, vet } from './ask.ts';
import { type FetchOutcome, FetchStop } from './outcome.ts';
import { type BodyLimits, Patience, type PatienceLimits, saveBody } from './save-body.ts';
import { rewriteShareLink } from './share-links.ts';

export type FetchLimits = PatienceLimits &
  BodyLimits & {
    readonly linkCharacters: number;
    readonly redirects: number;
    /** Until connected, DNS and TLS included. */
    readonly connectMs: number;
    /** From then to the headers of the response. */
    readonly answerMs: number;
  };

export type FetchOptions = {
  /** Where the file goes; it exists. */
  readonly folder: string;
  readonly limits: FetchLimits;
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts the fetch, as if its time had run out. */
  readonly signal?: AbortSignal;
  /** Authorities to trust instead of Node's own; for tests. */
  readonly ca?: string;
};

const redirects = new Set([301, 302, 303, 307, 308]);
/** Part of a file, which nobody asked for: it must not be taken for the whole. */
const PARTIAL = 206;
const FILE_NAME_BYTES = 18;

/** Where a redirect leads. A file of numbers does not go on without TLS that began with it. */
function targetOf(answer: Answer, from: URL, { linkCharacters }: FetchLimits): URL {
  const location = answer.header('location');
  if (location === undefined) throw new FetchStop('redirect');
  try {
    const to = readLink(location, linkCharacters, from);
    if (from.protocol !== 'https:' || to.protocol === 'https:') return to;
  } catch (error) {
    // The sender's own link was a good one.
    if (!(error instanceof FetchStop)) throw error;
  }
  throw new FetchStop('redirect');
}

async function follow(first: URL, options: FetchOptions, patience: Patience): Promise<Answer> {
  const { limits, ca } = options;
  let url = first;
  for (let left = limits.redirects; left >= 0; left--) {
    patience.next(limits.connectMs);
    const answer = await ask({
      url,
      addresses: await vet(url, options, patience.signal),
      signal: patience.signal,
      onConnect: () => patience.next(limits.answerMs),
      ca,
    });
    const { status } = answer;
    if (status >= 200 && status < 300 && status !== PARTIAL) return answer;
    // Its body is of no interest.
    answer.body.on('error', () => undefined).destroy();
    answer.close();
    if (!redirects.has(status)) throw new FetchStop('status', status);
    url = targetOf(answer, url, limits);
  }
  throw new FetchStop('redirect');
}

async function fetchWith(
  link: string,
  file: string,
  options: FetchOptions,
  patience: Patience,
): Promise<number> {
  const url = readLink(rewriteShareLink(link.trim()), options.limits.linkCharacters);
  const answer = await follow(url, options, patience);
  try {
    return await saveBody(answer, file, options.limits, patience);
  } finally {
    answer.body.on('error', () => undefined).destroy();
    answer.close();
  }
}

/**
 * Saves what `link` serves under a new name in the folder. A refusal leaves no file. Throws if
 * the disk cannot be written.
 */
export async function fetchToFile(link: string, options: FetchOptions): Promise<FetchOutcome> {
  const file = join(options.folder, options.random.secret(FILE_NAME_BYTES));
  const patience = new Patience(options.clock, options.limits);
  const giveUp = (): void => patience.giveUp();
  options.signal?.addEventListener('abort', giveUp, { once: true });
  // A signal that is already aborted fires no event.
  if (options.signal?.aborted === true) giveUp();
  try {
    patience.signal.throwIfAborted();
    return { kind: 'fetched', file, bytes: await fetchWith(link, file, options, patience) };
  } catch (error) {
    await rm(file, { force: true });
    if (!(error instanceof FetchStop)) throw error;
    const { reason, status } = error;
    return { kind: 'refused', reason, ...(status === undefined ? {} : { status }) };
  } finally {
    options.signal?.removeEventListener('abort', giveUp);
    patience.end();
  }
}

/** The content of a small file as UTF-8; undefined: it could not be fetched. */
export async function fetchText(link: string, options: FetchOptions): Promise<string | undefined> {
  const outcome = await fetchToFile(link, options);
  if (outcome.kind === 'refused') return undefined;
  try {
    return await readFile(outcome.file, 'utf8');
  } finally {
    await rm(outcome.file, { force: true });
  }
}
