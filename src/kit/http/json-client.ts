/**
 * Asks a running service of ours over HTTP, for programs of people: JSON, forms with a file that
 * is never in memory, and answers that go to a file. Of addresses that the person typed.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';

export type JsonAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The header of this name (lower case), '' when absent. */
      header(name: string): string;
      /** What the JSON says; undefined when it is none. */
      readonly body: unknown;
    }
  /** There was no answer; `why` is fit to be shown. */
  | { readonly kind: 'failed'; readonly why: string };

export type FormToPost = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly path: string; readonly name: string; readonly bytes: number };
  readonly headers: Readonly<Record<string, string>>;
  /** Told how many bytes of the file have left. */
  readonly onSent: (bytes: number) => void;
};

export type JsonClient = {
  get(path: string): Promise<JsonAnswer>;
  post(path: string, form: FormToPost): Promise<JsonAnswer>;
  /** Saves an answer with 200 as `file`; gives what came instead otherwise. */
  save(path: string, file: string): Promise<JsonAnswer>;
};

export type JsonClientSettings = {
  readonly baseUrl: string;
  /** Goes into the header Authorization. */
  readonly key: string;
  readonly clock: Clock;
  /** A boundary that stands in no file: random. */
  readonly boundary: string;
};

/** How long a service may say nothing. */
const SILENCE_MS = 300_000;
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

type Asking = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: AsyncIterable<Buffer>;
};

export function createJsonClient(settings: JsonClientSettings): JsonClient {
  const { boundary } = settings;
  const told = async (asking: Asking): Promise<JsonAnswer> => {
    try {
      return await readAnswer(await ask(settings, asking));
    } catch (error) {
      return { kind: 'failed', why: whyOf(error) };
    }
  };
  return {
    get: (path) => told({ method: 'GET', path, headers: {} }),
    post(path, form) {
      const { head, tail } = frameOf(form, boundary);
      const headers = {
        ...form.headers,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': head.length + form.file.bytes + tail.length,
      };
      return told({ method: 'POST', path, headers, body: bodyOf(form, head, tail) });
    },
    async save(path, file) {
      try {
        const response = await ask(settings, { method: 'GET', path, headers: {} });
        if (response.statusCode !== 200) return await readAnswer(response);
        await writeWhole(response, file);
        return { kind: 'answered', status: 200, header: headerOf(response), body: undefined };
      } catch (error) {
        return { kind: 'failed', why: whyOf(error) };
      }
    },
  };
}

/** Asks, and gives the answer whose body is still to come; it may come before all is written. */
function ask(settings: JsonClientSettings, asking: Asking): Promise<IncomingMessage> {
  const { baseUrl, key, clock } = settings;
  const url = new URL(asking.path, baseUrl);
  const open = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const headers = { ...asking.headers, Authorization: `Bearer ${key}` };
    const request = open(url, { method: asking.method, headers, agent: false });
    const silent = (): void => void request.destroy(new Error('it says nothing'));
    const timer = clock.setTimer(SILENCE_MS, silent);
    request.on('response', (response) => {
      timer.cancel();
      resolve(response);
    });
    request.on('error', (error) => {
      timer.cancel();
      reject(error);
    });
    if (asking.body === undefined) request.end();
    else pipeline(asking.body, request).catch(reject);
  });
}

/** An answer that breaks off rejects, and leaves no file: half a result is no result. */
async function writeWhole(response: IncomingMessage, file: string): Promise<void> {
  try {
    await pipeline(response, createWriteStream(file));
  } catch (error) {
    // What is no file of ours, such as /dev/stdout, stays.
    const left = await lstat(file).catch(() => undefined);
    if (left?.isFile() === true) await rm(file);
    throw error;
  }
}

function headerOf(response: IncomingMessage) {
  return (name: string): string => {
    const value = response.headers[name];
    return typeof value === 'string' ? value : '';
  };
}

async function readAnswer(response: IncomingMessage): Promise<JsonAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) return { kind: 'failed', why: 'its answer is too long' };
    chunks.push(chunk);
  }
  const body = parse(Buffer.concat(chunks).toString('utf8'));
  const status = response.statusCode ?? 0;
  return { kind: 'answered', status, header: headerOf(response), body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function frameOf({ fields, file }: FormToPost, boundary: string) {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const name = file.name.replaceAll(/["\\\r\n]/g, '_');
  const head =
    `${parts.join('')}--${boundary}\r\n` +
    `Content-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return { head: Buffer.from(head), tail: Buffer.from(`\r\n--${boundary}--\r\n`) };
}

async function* bodyOf(form: FormToPost, head: Buffer, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let sent = 0;
  for await (const piece of createReadStream(form.file.path) as AsyncIterable<Buffer>) {
    yield piece;
    // Asked for the next one: this one is on its way.
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
      return 'the connection broke';
    default:
      return error.code;
  }
}
