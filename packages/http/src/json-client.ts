/**
 * The command line's client of a running service: JSON, forms with a file that is never in memory,
 * and responses that go to a file. The user typed its address.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { parseJson } from '@paigham/base/json.ts';

export type JsonAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The header `name` (lower case), '' when absent. */
      header(name: string): string;
      /** The parsed JSON; undefined when it is not JSON. */
      readonly body: unknown;
    }
  /** There was no answer; `why` may be shown to the user. */
  | { readonly kind: 'failed'; readonly why: string };

type FormToPost = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly path: string; readonly name: string; readonly bytes: number };
  readonly headers: Readonly<Record<string, string>>;
  /** Called with the number of bytes of the file that have been sent. */
  readonly onSent: (bytes: number) => void;
};

export type JsonClient = {
  get(path: string): Promise<JsonAnswer>;
  /** The same for a text that is there at once: it is the body, and silence fails in seconds. */
  text(path: string): Promise<JsonAnswer>;
  post(path: string, form: FormToPost): Promise<JsonAnswer>;
  /** Saves an answer with status 200 as `file`; returns any other answer. */
  save(path: string, file: string): Promise<JsonAnswer>;
};

type JsonClientSettings = {
  readonly baseUrl: string;
  /** Goes into the header Authorization. */
  readonly key: string;
  /** Random, so that it occurs in no file. */
  readonly boundary: string;
};

/** How long a service may stay silent. */
const SILENCE_MS = 300_000;
/** The same where it has nothing to work on: one that hangs is to be seen as that. */
const PAGE_MS = 5_000;
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

type Answer = Dispatcher.ResponseData;

export function createJsonClient(settings: JsonClientSettings): JsonClient {
  const { baseUrl, key, boundary } = settings;
  const dispatcher = new Agent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
  const ask = async (
    path: string,
    read: (answer: Answer) => Promise<JsonAnswer>,
    { form, silenceMs }: { readonly form?: FormToPost; readonly silenceMs?: number } = {},
  ): Promise<JsonAnswer> => {
    const authorization = { authorization: `Bearer ${key}` };
    const sent = form && writeForm(form, boundary);
    const headers = { ...sent?.headers, ...authorization };
    const method = form === undefined ? 'GET' : 'POST';
    const body = sent === undefined ? null : Readable.from(sent.body, { objectMode: false });
    const silence = silenceMs && { headersTimeout: silenceMs, bodyTimeout: silenceMs };
    const asked = { dispatcher, reset: true, method, headers, body, ...silence };
    try {
      return await read(await request(new URL(path, baseUrl), asked));
    } catch (error) {
      return { kind: 'failed', why: whyOf(error) };
    }
  };
  return {
    get: (path) => ask(path, readAnswer),
    text: (path) =>
      ask(path, (answer) => readAnswer(answer, (text) => text), { silenceMs: PAGE_MS }),
    post: (path, form) => ask(path, readAnswer, { form }),
    save: (path, file) =>
      ask(path, async (answer) => {
        if (answer.statusCode !== 200) return readAnswer(answer);
        await writeWhole(answer.body, file);
        return { kind: 'answered', status: 200, header: headerOf(answer), body: undefined };
      }),
  };
}

/** How long a program that is posted to may take. */
const POST_MS = 15_000;

/** Posts a text, without a key. */
export async function postText(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<JsonAnswer> {
  const timeouts = { headersTimeout: POST_MS, bodyTimeout: POST_MS };
  try {
    return await readAnswer(await request(url, { method: 'POST', headers, body, ...timeouts }));
  } catch (error) {
    return { kind: 'failed', why: whyOf(error) };
  }
}

/** Rejects if the response breaks off, and leaves no file: half a result is no result. */
async function writeWhole(body: Readable, file: string): Promise<void> {
  try {
    await pipeline(body, createWriteStream(file));
  } catch (error) {
    // What is not a regular file, such as /dev/stdout, is kept.
    const left = await lstat(file).catch(() => undefined);
    if (left?.isFile() === true) await rm(file);
    throw error;
  }
}

function headerOf({ headers }: Answer) {
  return (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
}

async function readAnswer(
  answer: Answer,
  read: (text: string) => unknown = parseJson,
): Promise<JsonAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) return { kind: 'failed', why: 'its answer is too long' };
    chunks.push(chunk);
  }
  const body = read(Buffer.concat(chunks).toString('utf8'));
  return { kind: 'answered', status: answer.statusCode, header: headerOf(answer), body };
}

/** A form as sent, with its length: a service may refuse it before receiving it. */
function writeForm(form: FormToPost, boundary: string) {
  const parts = Object.entries(form.fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const fileName = form.file.name.replaceAll('\\', '_').replaceAll(/["\r\n]/g, encodeURIComponent);
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const headers = {
    ...form.headers,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.length + form.file.bytes + tail.length),
  };
  return { headers, body: bodyOf(form, head, tail) };
}

async function* bodyOf(form: FormToPost, head: Buffer, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let sent = 0;
  for await (const piece of createReadStream(form.file.path) as AsyncIterable<Buffer>) {
    yield piece;
    // The next piece is requested: this one is being sent.
    sent += piece.length;
    form.onSent(sent);
  }
  yield tail;
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (!('code' in error) || typeof error.code !== 'string') return error.message;
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name is not known';
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'the connection broke';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return 'it says nothing';
    default:
      return error.code;
  }
}
