/** A web site that serves files of numbers, and the helpers of a caller of personalised sends. */
import type { ServerResponse } from 'node:http';
import { afterFile } from './after-file.ts';
import type { SmsAnswer } from './caller.ts';
import type { Shop } from './shop.ts';
import { startWebSite, type WebSite } from './web-site.ts';

export type FileSite = Pick<WebSite, 'connections' | 'paths'> & {
  /** Serves a file from now on and returns its link. */
  put(name: string, content: string | Buffer): string;
  /** Answers a name differently. */
  answer(name: string, answer: (response: ServerResponse) => void): string;
};

/** Starts one on this machine's loopback: nodes need `fetchLoopback` to fetch from it. */
export async function startFileSite(): Promise<FileSite> {
  const answers = new Map<string, (response: ServerResponse) => void>();
  const site = await startWebSite({
    host: '127.0.0.1',
    answer(request, response) {
      const answer = answers.get(request.url ?? '');
      if (answer === undefined) response.writeHead(404).end('no such file');
      else answer(response);
    },
  });
  afterFile(() => site.close());
  const answer: FileSite['answer'] = (name, how) => {
    answers.set(`/${name}`, how);
    return `http://127.0.0.1:${site.port}/${name}`;
  };
  return {
    connections: site.connections,
    paths: site.paths,
    answer,
    put: (name, content) => answer(name, (response) => response.end(content)),
  };
}

export type FileParameters = {
  readonly api_key: string;
  readonly sender: string;
  readonly url: string;
  readonly template_id: string;
  /** JSON. */
  readonly message: string;
} & Readonly<Record<string, string>>;

/** The parameters for sending column B as a shop whose template takes any text. */
export function fileParameters(
  shop: Shop,
  url: string,
  change: Readonly<Record<string, string>> = {},
): FileParameters {
  return {
    api_key: shop.apiKey,
    sender: shop.senders.shared,
    url,
    template_id: String(shop.transactional),
    message: '{"text":"#B#"}',
    ...change,
  };
}

/** Sends by POST; rejects only if there was no answer. */
export async function sendFile(baseUrl: string, parameters: FileParameters): Promise<SmsAnswer> {
  const body = new URLSearchParams(parameters);
  const response = await fetch(`${baseUrl}/api/personalised.php`, { method: 'POST', body });
  const text = await response.text();
  const id = /^OK ID:(\d+)$/.exec(text)?.[1];
  return {
    httpStatus: response.status,
    body: text,
    id: id === undefined ? undefined : Number(id),
    code: /^(\d+) : /.exec(text)?.[1],
    replayed: response.headers.get('idempotent-replayed') === 'true',
  };
}

/** The lines of a .csv: numbers of all four operators, from `first` on, each with a text. */
export function csvOf(count: number, first = 0): string {
  const prefixes = ['92300', '92311', '92333', '92345'];
  const line = (at: number): string =>
    `${prefixes[at % 4]}${1_000_000 + first + at},Text for number ${first + at}\n`;
  return `Mobile,Text\n${Array.from({ length: count }, (_, at) => line(at)).join('')}`;
}
