/** A caller of `/v1/batches`, as a plain HTTP client. */
import { eventually } from './eventually.ts';
import type { Shop } from './shop.ts';

/** A batch in JSON: names as in the interface. */
export type ShownBatch = {
  readonly id: string | null;
  readonly name: string | null;
  readonly failed_repeated_by: string | null;
  readonly state: string;
  readonly source: string;
  readonly file: { readonly name: string | null; readonly bytes: number | null } | null;
  readonly rows: number | null;
  readonly rows_left_out: number | null;
  readonly recipients: number | null;
  readonly parts: number | null;
  readonly price: string | null;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly cancelled: number | null;
  readonly send_at: string | null;
  readonly progress: {
    readonly step: string;
    readonly done: number;
    readonly total: number | null;
  } | null;
  readonly problem: {
    readonly code: string;
    readonly detail: string;
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  } | null;
};

export type V1Answer<Body = unknown> = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
};

export type Upload = {
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: string | Uint8Array;
  readonly fileName?: string;
  /** Where to, when not to be sent. */
  readonly path?: string;
  /** `?async=1` */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Batches = {
  get<Body = unknown>(
    path: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<V1Answer<Body>>;
  /** Uploads a file that says `Dear #B#` to each row by default. */
  upload(upload: Upload): Promise<V1Answer<ShownBatch>>;
  /** Posts a JSON body. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<V1Answer<ShownBatch>>;
  find(id: string): Promise<ShownBatch>;
  /** `pause`, `resume` or `cancel`. */
  hold(id: string, wish: string): Promise<V1Answer<ShownBatch>>;
  /** Waits until a batch is in a state. */
  until(id: string, state: string): Promise<ShownBatch>;
  /** Waits until all its messages have a final state. */
  untilOver(id: string): Promise<ShownBatch>;
};

/** The fields of a send by this shop, to be changed. */
export function fieldsOf(shop: Shop): Readonly<Record<string, string>> {
  return {
    sender: shop.senders.shortCode,
    template_id: String(shop.transactional),
    message: '{"text":"Dear #B#"}',
  };
}

/** Calls the service at `baseUrl` with a shop's key. */
export function callBatches(baseUrl: string, shop: Shop): Batches {
  const auth = { Authorization: `Bearer ${shop.apiKey}` };
  const ask = async <Body>(path: string, init: RequestInit): Promise<V1Answer<Body>> => {
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body = (isJson ? JSON.parse(text) : undefined) as Body;
    return { status: response.status, headers: response.headers, text, body };
  };
  const find = async (id: string): Promise<ShownBatch> =>
    (await ask<ShownBatch>(`/v1/batches/${id}`, { headers: auth })).body;
  return {
    find,
    hold: (id, wish) => ask(`/v1/batches/${id}/${wish}`, { method: 'POST', headers: auth }),
    get: (path, headers = {}) => ask(path, { headers: { ...auth, ...headers } }),
    upload({ fields = {}, file = '', fileName = 'people.csv', query = '', headers = {}, path }) {
      const form = new FormData();
      const ours = path === undefined ? fieldsOf(shop) : {};
      for (const [name, value] of Object.entries({ ...ours, ...fields })) {
        form.set(name, value);
      }
      const octets = typeof file === 'string' ? file : new Uint8Array(file);
      form.set('file', new Blob([octets]), fileName);
      return ask(path ?? `/v1/batches${query}`, {
        method: 'POST',
        body: form,
        headers: { ...auth, ...headers },
      });
    },
    post(body, headers = {}) {
      const json = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', body: JSON.stringify(body) };
      return ask('/v1/batches', { ...init, headers: { ...auth, ...json, ...headers } });
    },
    until: (id, state) =>
      eventually(`${state} of ${id}`, async () => {
        const batch = await find(id);
        return batch.state === state && batch;
      }),
    untilOver: (id) =>
      eventually(`the end of ${id}`, async () => {
        const batch = await find(id);
        const { counts, recipients, progress } = batch;
        const open = (counts?.['pending'] ?? 0) + (counts?.['sent'] ?? 0);
        // The batch is read before its messages are counted, and they may end in between.
        const isOver = counts !== null && open === 0 && progress === null;
        return isOver && recipients !== null && batch;
      }),
  };
}

/** Rows `<number>,<name>` under a heading, for these numbers. */
export function csvOf(numbers: readonly string[], name = 'Ali'): string {
  return ['Mobile,Name', ...numbers.map((number, at) => `${number},${name} ${at}`)].join('\n');
}
