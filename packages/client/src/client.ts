import { readEvents, type EventOptions } from './events.ts';
import { createForms } from './forms.ts';
import { CALLS, type Calls, type Event } from './generated/api.ts';
import { createTransport, type ClientOptions, type Sent } from './transport.ts';
import { newKey } from './web-crypto.ts';

/** The name of a `/v1` call, as in the reference: `listBatches`. */
export type CallName = keyof Calls & keyof typeof CALLS;

/** Calls that return a file, or can. */
export type FileName = {
  [Name in CallName]: (typeof CALLS)[Name] extends { readonly file: true } ? Name : never;
}[CallName];

/** Calls that return JSON, or nothing. */
export type JsonName = {
  [Name in CallName]: [Calls[Name]['gives']] extends [never] ? never : Name;
}[CallName];

export type Takes<Name extends CallName> = Calls[Name]['takes'] & {
  /** For calls that create something: your own id for it. A new one by default. */
  readonly idempotencyKey?: string;
  /** Timeout of one try; the client's by default. */
  readonly timeoutMs?: number;
};

/** Calls that return their items in pages. */
export type ListName = {
  [Name in JsonName]: Calls[Name]['gives'] extends {
    data: readonly unknown[];
    next_cursor: string | null;
  }
    ? Name
    : never;
}[JsonName];

type ItemOf<Name extends ListName> = Calls[Name]['gives'] extends { data: (infer Item)[] }
  ? Item
  : never;

/** Calls that need no arguments may omit them. */
type Given<Name extends CallName> = [Extract<keyof Takes<Name>, 'path' | 'body'>] extends [never]
  ? [takes?: Takes<Name>]
  : [takes: Takes<Name>];

export type Paigham = ReturnType<typeof createForms> & {
  /**
   * Calls `/v1`: `call('showMessage', { path: { id } })`. Rejects with PaighamError.
   */
  call<Name extends JsonName>(name: Name, ...given: Given<Name>): Promise<Calls[Name]['gives']>;
  /** All items of a list, page after page: `for await (const it of items('listReplies'))`. */
  items<Name extends ListName>(name: Name, ...given: Given<Name>): AsyncGenerator<ItemOf<Name>>;
  /** A file as it arrives: read the answer's `body`, or its `text()`. */
  download<Name extends FileName>(name: Name, ...given: Given<Name>): Promise<Response>;
  /**
   * Events as they happen, for as long as you listen; it reconnects automatically and leaves
   * nothing out. Rejects with PaighamError when the service refuses.
   */
  events(options?: EventOptions): AsyncGenerator<Event>;
};

/** Everything a call may take; `Calls` says which call takes what. */
type AnyTakes = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
};

/** Makes a client. It keeps no connections and may live as long as the program. */
export function createPaigham(options: ClientOptions): Paigham {
  const transport = createTransport(options);
  const send = async (name: CallName, takes: AnyTakes, isStream: boolean) => {
    return transport({ ...(await requestOf(name, takes, options.key)), isStream });
  };
  return {
    ...createForms(transport, options.key),
    async call<Name extends JsonName>(name: Name, takes: AnyTakes = {}) {
      return (await send(name, takes, false)).body as Calls[Name]['gives'];
    },
    async *items<Name extends ListName>(name: Name, takes: AnyTakes = {}) {
      const { query, ...rest } = takes;
      let cursor: string | undefined;
      do {
        const asked = cursor === undefined ? { ...query } : { ...query, cursor };
        const page = (await send(name, { ...rest, query: asked }, false)).body as Page;
        yield* page.data as ItemOf<Name>[];
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
    },
    async download(name, takes: AnyTakes = {}) {
      return (await send(name, takes, true)).response;
    },
    events: (listening = {}) => readEvents(options, listening),
  };
}

type Page = { readonly data: readonly unknown[]; readonly next_cursor: string | null };

async function requestOf(name: CallName, takes: AnyTakes, key: string): Promise<Sent> {
  const { method, path: pattern, repeatable = false } = CALLS[name] as AnyCall;
  const { path: places = {}, query = {}, idempotencyKey, timeoutMs } = takes;
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, place: string) => {
    const value = places[place];
    if (value === undefined || value === '') throw new TypeError(`path.${place} is missing`);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined) asked.append(field, String(value));
  }
  const search = asked.toString() === '' ? '' : `?${asked.toString()}`;
  const { type, body } = payloadOf(takes);
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(method === 'POST' && repeatable
      ? { 'Idempotency-Key': idempotencyKey ?? (await newKey()) }
      : {}),
  };
  return { method, path: `${path}${search}`, headers, body, isRepeatable: repeatable, timeoutMs };
}

type AnyCall = { readonly method: string; readonly path: string; readonly repeatable?: boolean };

/** The body as JSON; with a file, as a form with text fields. */
function payloadOf({ body, file }: AnyTakes): { type?: string; body?: string | FormData } {
  if (file === undefined) {
    return body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) };
  }
  const form = new FormData();
  for (const [field, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue;
    form.append(field, typeof value === 'string' ? value : JSON.stringify(value));
  }
  // Last, so that invalid fields are reported before the file has been sent.
  form.append('file', file);
  // fetch sets the content type, with its boundary.
  return { body: form };
}
