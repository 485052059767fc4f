/** Commands that ask the running service over HTTP, as any of its callers, and no database. */
import type { Clock } from '../kit/clock.ts';
import type { JsonClient } from '../kit/http/json-client.ts';
import { Refusal, UsageError } from '../kit/refusal.ts';
import type { Given } from '../admin/operation.ts';
import type { Fields } from '../admin/show.ts';
import type { Screen } from './send-file/progress.ts';

/** What such commands work with. */
export type Remote = {
  readonly clock: Clock;
  /** A variable of the environment; undefined: not set, or empty. */
  readonly variable: (name: string) => string | undefined;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** All of a file. @throws Refusal when it cannot be read. */
  readonly readText: (file: string) => Promise<string>;
  /** The size of a file in bytes. @throws Refusal when it cannot be read. */
  readonly sizeOf: (file: string) => Promise<number>;
  /** What somebody types without its being shown; undefined: nobody is there. */
  readonly askSecret: (prompt: string) => Promise<string | undefined>;
  /** Puts a question with yes or no to whoever sits at the terminal; undefined: nobody does. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  /** Writes a file anew. @throws Refusal when it cannot be written. */
  readonly writeText: (file: string, text: string) => Promise<void>;
  /** A line beside the answer, to standard error. */
  readonly note: (line: string) => void;
  /** undefined: standard error is no terminal. */
  readonly screen: Screen | undefined;
  readonly connect: (server: { readonly baseUrl: string; readonly key: string }) => JsonClient;
  /** A name that nobody else gives. */
  readonly newName: () => string;
};

export type RemoteAnswer = {
  readonly code: number;
  /** Absent: there is nothing to print, it was said already. */
  readonly data?: Fields;
  /** With `--json`, instead of the data. */
  readonly full?: unknown;
  /** For people, after it. */
  readonly note?: string;
};

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** The service that is meant, and the key; a key is never a word of the command. */
export async function findServer(
  remote: Remote,
  given: Given,
): Promise<{ readonly baseUrl: string; readonly key: string }> {
  const baseUrl = given.option('server') ?? remote.variable('PAIGHAM_URL') ?? DEFAULT_URL;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('--server must be an address, such as https://sms.example.com.');
  }
  const key = (await findKey(remote, given)).trim();
  if (!/^\S+$/.test(key)) throw new Refusal('The API key is empty, or holds blanks.');
  const isNear = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isNear) {
    remote.note(`The key goes to ${url.host} without encryption: https is better.`);
  }
  return { baseUrl, key };
}

async function findKey(remote: Remote, given: Given): Promise<string> {
  const file = given.option('key-file');
  if (file !== undefined) return file === '-' ? remote.readInput() : remote.readText(file);
  const known = remote.variable('PAIGHAM_KEY') ?? (await remote.askSecret('API key: '));
  if (known !== undefined) return known;
  throw new Refusal('There is no API key: set PAIGHAM_KEY, or name a file of it with --key-file.');
}
