/**
 * Calls `/v1` with the session's cookie: `api.call('showMessage', { path: { id } })`. Rejects with
 * PaighamError, which has the service's sentence and the invalid fields. Endpoints and types are
 * those that programs use with a key.
 */
import type {
  CallName,
  FileName,
  JsonName,
  Takes,
} from '../../../../packages/client/src/client.ts';
import { PaighamError } from '../../../../packages/client/src/failure.ts';
import { CALLS, type Calls } from '../../../../packages/client/src/generated/api.ts';
import { createTransport } from '../../../../packages/client/src/transport.ts';

export { PaighamError };
export type { CallName, FileName, JsonName, Takes };

/** What every request says besides the cookie. */
const acting = { csrfToken: '', account: '' };

/** From now on requests come from this session, for this account; '' is the first of the person. */
export function actAs(change: Partial<typeof acting>): void {
  Object.assign(acting, change);
}

/** The headers of the session, for requests that are not calls, such as the event stream. */
export function sessionHeaders(): Record<string, string> {
  const { csrfToken, account } = acting;
  return {
    ...(csrfToken === '' ? {} : { 'Paigham-CSRF': csrfToken }),
    ...(account === '' ? {} : { 'Paigham-Account': account }),
  };
}

const transport = createTransport({
  baseUrl: globalThis.location.origin,
  key: 'session',
  tries: 2,
  fetch: (url, init) => fetch(url, init),
});

/**
 * The detail of a call that could not leave: the browser was offline before it began. A service on
 * the same machine answers all the same, so it is tried.
 */
export const OFFLINE = 'offline';

const isUnreachable = (error: unknown): boolean =>
  error instanceof PaighamError && error.failure.kind === 'unreachable';

/** Everything a call may take; `Calls` says which call takes what. */
export type AnyTakes = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  /** Nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
};

type AnyCall = { readonly method: string; readonly path: string; readonly repeatable?: boolean };

type Given<Name extends CallName> = [Extract<keyof Takes<Name>, 'path' | 'body'>] extends [never]
  ? [takes?: Takes<Name>]
  : [takes: Takes<Name>];

export const api = {
  call<Name extends JsonName>(
    name: Name,
    ...[takes]: Given<Name> | []
  ): Promise<Calls[Name]['gives']> {
    return callWith(name, takes);
  },
};

/** The same, for callers that do not know which call it is. */
export async function callWith<Name extends JsonName>(
  name: Name,
  takes: AnyTakes = {},
): Promise<Calls[Name]['gives']> {
  const { method, repeatable = false } = CALLS[name] as AnyCall;
  const { body, file, idempotencyKey, timeoutMs, signal } = takes;
  const isCreation = method === 'POST' && repeatable;
  const headers = {
    ...sessionHeaders(),
    ...(body === undefined || file !== undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(isCreation ? { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() } : {}),
  };
  const wasOffline = !navigator.onLine;
  const answer = await transport({
    method,
    headers,
    timeoutMs,
    isRepeatable: repeatable || method === 'GET',
    ...(signal && { signal }),
    path: addressOfCall(name, takes),
    body: payloadOf(body, file),
  }).catch((error: unknown) => {
    throw wasOffline && isUnreachable(error)
      ? new PaighamError({ kind: 'unreachable', detail: OFFLINE }, { cause: error })
      : error;
  });
  return answer.body as Calls[Name]['gives'];
}

/**
 * A call whose answer nobody waits for, because the page is being closed: the browser makes it all
 * the same. What was refused then is still there when the page is opened again.
 */
export function callLast(name: JsonName, takes: AnyTakes): void {
  const { method } = CALLS[name] as AnyCall;
  const headers = { ...sessionHeaders(), 'Content-Type': 'application/json' };
  const body = JSON.stringify(takes.body);
  void fetch(addressOfCall(name, takes), { method, headers, body, keepalive: true });
}

/** Where a call goes: also for links to files, such as exports. */
export function addressOfCall(name: CallName, { path: places = {}, query = {} }: AnyTakes): string {
  const path = CALLS[name].path.replaceAll(/\{(\w+)\}/g, (_, place: string) =>
    encodeURIComponent(places[place] ?? ''),
  );
  const asked = Object.entries(query).flatMap(([field, value]) =>
    value === undefined || value === '' ? [] : [[field, String(value)]],
  );
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked).toString()}`;
}

/** The body as JSON; with a file, as a form with text fields. */
function payloadOf(body: unknown, file: Blob | undefined): string | FormData | undefined {
  if (file === undefined) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [field, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue;
    form.append(field, typeof value === 'string' ? value : JSON.stringify(value));
  }
  // Last, so that invalid fields are reported before the file has been sent.
  form.append('file', file);
  return form;
}
