/** Real requests to the interface, in every form that its documents allow. */
import type { Shop } from './shop.ts';

export const PATHS = {
  send: '/api/sms.php',
  personalised: '/api/personalised.php',
  delivery: '/api/delivery.php',
  balance: '/api/balance.php',
  chat: '/api/send.php',
  templates: '/apps/fetch_all_fixed_templates.php',
} as const;

export type Parameters = Readonly<Record<string, string | number>>;

export type Answer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers: Headers;
};

export type Way = 'GET' | 'POST';

/** The two methods of every endpoint (seed section 4). */
export const WAYS: readonly Way[] = ['GET', 'POST'];

/** The parameters of a valid send as a dry run, from a shared sender. */
export function dryRunOf({ apiKey, senders, transactional }: Shop): Parameters {
  return {
    api_key: apiKey,
    sender: senders.shared,
    mobile: '923001234567',
    template_id: transactional,
    message: '{"text":"hello"}',
    dry_run: '1',
  };
}

/** Asks with the parameters in the query (GET) or in a form (POST). */
export function ask(
  address: string,
  parameters: Parameters,
  options: { readonly way?: Way; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const { way = 'POST', headers = {} } = options;
  const form = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  if (way === 'GET') return fetchAnswer(`${address}?${form}`, { headers });
  return fetchAnswer(address, { method: 'POST', body: form, headers });
}

/** Any request, with its answer read in full. */
export async function fetchAnswer(address: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address, init);
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: await response.text(),
    headers: response.headers,
  };
}

/** Status and body in one line. */
export function shown({ status, body }: Answer): string {
  return `${status} ${body}`;
}

/** The body as JSON. */
export function parsed({ body }: Answer): unknown {
  return JSON.parse(body);
}
