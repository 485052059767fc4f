/** Requests to `/v1` with an account's key. */
export type V1Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; anything else as text. */
  readonly body: Readonly<Record<string, unknown>> & {
    readonly data: readonly Readonly<Record<string, unknown>>[];
  };
  readonly text: string;
};

export type AskV1 = (
  request: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<V1Answer>;

/** `ask('POST /v1/keys', { name: 'a' })` */
export function v1At(baseUrl: string, apiKey: string): AskV1 {
  return async (request, body, more = {}) => {
    const [method = 'GET', path = ''] = request.split(' ');
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const read = isJson ? (JSON.parse(text) as V1Answer['body']) : { data: [] };
    return { status: response.status, headers: response.headers, body: read, text };
  };
}
