/**
 * Asks another party's HTTP interface for JSON. Of addresses that staff set alone: what a
 * stranger names is fetched by src/kit/fetch.
 */
import type { Clock } from '../clock.ts';

export type JsonQuestion = {
  readonly url: string;
  /** Asked with POST; undefined: GET. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** An answer that is longer is no answer. */
  readonly mostBytes: number;
};

export type JsonReply =
  | { readonly kind: 'answered'; readonly status: number; readonly value: unknown }
  /** `why` is fit for a log: it holds neither address nor answer. */
  | { readonly kind: 'failed'; readonly why: string };

/** Asks once. Follows no redirect: who configured an address meant that one. Never rejects. */
export async function fetchJson(clock: Clock, question: JsonQuestion): Promise<JsonReply> {
  const { url, body, headers, timeoutMs, mostBytes } = question;
  const giveUp = new AbortController();
  const timer = clock.setTimer(timeoutMs, () => giveUp.abort());
  const json = { accept: 'application/json' };
  const init: RequestInit = { signal: giveUp.signal, redirect: 'error' };
  try {
    const response = await fetch(
      url,
      body === undefined
        ? { ...init, headers: { ...json, ...headers } }
        : {
            ...init,
            method: 'POST',
            body,
            headers: { ...json, 'content-type': 'application/json', ...headers },
          },
    );
    const text = await readText(response, mostBytes);
    if (text === undefined) return { kind: 'failed', why: 'the answer is too long' };
    if (!response.ok) return { kind: 'answered', status: response.status, value: undefined };
    return { kind: 'answered', status: response.status, value: JSON.parse(text) as unknown };
  } catch (error) {
    if (giveUp.signal.aborted) return { kind: 'failed', why: `no answer in ${timeoutMs} ms` };
    return { kind: 'failed', why: whyOf(error) };
  } finally {
    timer.cancel();
  }
}

function whyOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}

async function readText(response: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
