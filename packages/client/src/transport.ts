import { isObject, PaighamError, readFailure } from './failure.ts';

export type ClientOptions = {
  /** `https://sms.example.com`. */
  readonly baseUrl: string;
  /** Your account's API key. It belongs on a server. */
  readonly key: string;
  /** Timeout of one try; 30 s by default. Files need 120 s. */
  readonly timeoutMs?: number;
  /** How often a request is tried in all; 4 by default. */
  readonly tries?: number;
  /** Replaces the platform's: for a proxy, or a fake in tests. */
  readonly fetch?: typeof fetch;
  /** Waits between tries; for tests. */
  readonly sleep?: (ms: number) => Promise<void>;
};

export type Sent = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  /** false: a second one would do more than the first. It is retried only if nothing was done. */
  readonly isRepeatable?: boolean;
  /** The answer is left unread. */
  readonly isStream?: boolean;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal;
};

export type Answer = {
  readonly status: number;
  /** What was read; undefined for a stream. */
  readonly body: unknown;
  readonly response: Response;
  /** Ends a stream. */
  readonly stop: () => void;
};

export type Transport = (request: Sent) => Promise<Answer>;

const TIMEOUT_MS = 30_000;
const TRIES = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends requests, and retries those that may succeed later: without an answer, or with 429, 5xx or
 * Retry-After.
 */
export function createTransport(options: ClientOptions): Transport {
  const { baseUrl, tries = TRIES, sleep = wait } = options;
  const base = new URL(baseUrl);
  if (!/^https?:$/.test(base.protocol)) throw new TypeError('baseUrl must be an http(s) address');
  if (options.key === '') throw new TypeError('key is empty');
  return async (request) => {
    const { isRepeatable = true } = request;
    for (let tried = 1; ; tried += 1) {
      const outcome = await tryOnce(options, new URL(request.path, base), request);
      if (!(outcome instanceof PaighamError)) return outcome;
      const isSafe = isRepeatable || retryAfterOf(outcome) !== undefined;
      const isWanted = request.signal?.aborted !== true;
      const mayAgain = isWanted && tried < tries && isSafe && mayRepeat(outcome);
      const pauseMs = mayAgain ? pauseOf(outcome, tried) : undefined;
      if (pauseMs === undefined || pauseMs > LONGEST_PAUSE_MS) throw outcome;
      await sleep(pauseMs);
    }
  };
}

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

async function tryOnce(
  { fetch: ask = fetch, timeoutMs: usualMs = TIMEOUT_MS }: ClientOptions,
  url: URL,
  request: Sent,
): Promise<Answer | PaighamError> {
  const { method, headers = {}, body, isStream = false, timeoutMs = usualMs } = request;
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  const late = new Error(`there was no answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => ending.abort(late), timeoutMs);
  request.signal?.addEventListener('abort', stop, { signal: ending.signal });
  let response: Response;
  let text = '';
  try {
    const payload = body === undefined ? {} : { body };
    const { signal } = ending;
    response = await ask(url, { method, headers, ...payload, signal, redirect: 'error' });
    if (isStream && response.ok)
      return { status: response.status, body: undefined, response, stop };
    text = await response.text();
  } catch (error) {
    stop();
    return new PaighamError({ kind: 'unreachable', detail: whyOf(error) }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  return readAnswer(response, text, stop);
}

/** Node says why only in the cause: `fetch failed: connect ECONNREFUSED 127.0.0.1:8080`. */
export function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function readAnswer(response: Response, text: string, stop: () => void): Answer | PaighamError {
  const { status, ok } = response;
  const read = readJson(text);
  const isDone = ok && (read !== undefined || text === '');
  // The form interfaces refuse with status 200 if the account asked for that.
  const isRefused = isObject(read) && read['success'] === 'false';
  // Entries of a chat send may fail individually: each has its own status.
  const isPartly = isRefused && areEntries(read['results']);
  if ((isDone && !isRefused) || isPartly) return { status, body: read, response, stop };
  const after = Number(response.headers.get('retry-after') ?? 'none');
  const seconds = Number.isFinite(after) ? after : undefined;
  return new PaighamError(readFailure(status, read, seconds));
}

function areEntries(results: unknown): boolean {
  return Array.isArray(results) && results.some((it) => isObject(it) && 'mobile' in it);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // A proxy's page, or nothing: not an answer from this service.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether the same request may succeed later. */
export function mayRepeat(error: PaighamError): boolean {
  return error.mayPass || retryAfterOf(error) !== undefined;
}

function retryAfterOf({ failure }: PaighamError): number | undefined {
  return failure.kind === 'unreachable' ? undefined : failure.retryAfterSeconds;
}

/** What the service says, else twice as long each time; randomised, so that callers spread out. */
export function pauseOf(error: PaighamError, tried: number): number {
  const told = retryAfterOf(error);
  if (told !== undefined) return told * 1_000;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1));
  return pauseMs * (0.5 + Math.random() / 2);
}
