/**
 * Directories queried over HTTP that answer in JSON: one address per number, or a list of numbers
 * in the body. Settings say where things are in the answer.
 */
import { limit } from '../domain/limits.ts';
import {
  FAILED,
  UNKNOWN,
  type AskDirectory,
  type DirectoryAnswer,
} from '../domain/portability/directory.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { openConnections, type HttpReply } from '@paigham/http/connections.ts';

const NATIONAL_DIGITS = 10;
const NOT_FOUND = 404;

export type HttpJsonSettings = {
  /** With `{number}` (923001234567) or `{national}` (3001234567): one number per query. */
  readonly address: string;
  /** JSON in which the text "{numbers}" or "{nationals}" is replaced by the list; '' for a GET. */
  readonly body: string;
  /**
   * The path from the answer to its entries: `data.results`; '' if the answer itself is the entry
   * or list.
   */
  readonly listPath: string;
  /** The path from an entry to its number; '' if entries have none. */
  readonly numberPath: string;
  /** The path from an entry to the word for the operator. */
  readonly operatorPath: string;
  /** The directory's words, in lower case, with the names of our operators. */
  readonly operators: ReadonlyMap<string, string>;
  readonly headers: Readonly<Record<string, string>>;
  /** Queries under way at a time. */
  readonly questions: number;
  readonly timeoutMs: number;
};

/** Queries by these settings. Rejects with the reason when there is no readable answer. */
export function createHttpJson(settings: HttpJsonSettings, clock: Clock): AskDirectory {
  const { headers, timeoutMs } = settings;
  const isSingle = asksSingly(settings);
  const connections = openConnections({
    origin: new URL(addressFor(settings.address, [])).origin,
    most: settings.questions,
    connectMs: timeoutMs,
    clock,
  });
  const json = { accept: 'application/json' };
  return async (numbers) => {
    const { pathname, search } = new URL(addressFor(settings.address, numbers));
    const reply = await connections.call({
      method: isSingle ? 'GET' : 'POST',
      path: pathname + search,
      ...(isSingle
        ? { headers: { ...json, ...headers } }
        : {
            headers: { ...json, 'content-type': 'application/json', ...headers },
            body: bodyFor(settings.body, numbers),
          }),
      timeoutMs,
      mostBytes: limit('directoryAnswerBytes'),
    });
    return readReply(reply, numbers, settings);
  };
}

/** Whether the settings query one number at a time. */
export function asksSingly({ body }: Pick<HttpJsonSettings, 'body'>): boolean {
  return body === '';
}

function addressFor(template: string, [number = '']: readonly string[]): string {
  return template.replaceAll('{number}', number).replaceAll('{national}', national(number));
}

function bodyFor(template: string, numbers: readonly string[]): string {
  const [number = ''] = numbers;
  return template
    .replaceAll('"{numbers}"', JSON.stringify(numbers))
    .replaceAll('"{nationals}"', JSON.stringify(numbers.map(national)))
    .replaceAll('{number}', number)
    .replaceAll('{national}', national(number));
}

function national(number: string): string {
  return number.slice(-NATIONAL_DIGITS);
}

function readReply(
  reply: HttpReply,
  numbers: readonly string[],
  settings: HttpJsonSettings,
): ReadonlyMap<string, DirectoryAnswer> {
  if (reply.kind !== 'answered') throw new Error(`the number directory: ${reply.why}`);
  const [only] = numbers;
  if (reply.status === NOT_FOUND && asksSingly(settings) && only !== undefined) {
    return new Map([[only, UNKNOWN]]);
  }
  const isGood = reply.status >= 200 && reply.status < 300;
  if (!isGood) throw new Error(`the number directory: HTTP ${reply.status}`);
  const found = valueAt(parse(reply.body), settings.listPath);
  const entries: readonly unknown[] = Array.isArray(found) ? found : [found];
  const byNumber = new Map<string, DirectoryAnswer>();
  for (const entry of entries) {
    const number = settings.numberPath === '' ? only : numberOf(entry, settings.numberPath);
    byNumber.set(national(number ?? ''), answerOf(entry, settings));
  }
  return new Map(numbers.map((number) => [number, byNumber.get(national(number)) ?? FAILED]));
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error('the number directory: the answer is not JSON', { cause: error });
  }
}

function numberOf(entry: unknown, path: string): string {
  const number = valueAt(entry, path);
  const isWritten = typeof number === 'string' || typeof number === 'number';
  return isWritten ? String(number).replaceAll(/\D/g, '') : '';
}

/** No word, or one that matches none of our operators, is an answer that helps nobody. */
function answerOf(entry: unknown, settings: HttpJsonSettings): DirectoryAnswer {
  if (typeof entry !== 'object' || entry === null) return FAILED;
  const word = valueAt(entry, settings.operatorPath);
  if (word === undefined) return FAILED;
  if (typeof word !== 'string' && typeof word !== 'number') return word === null ? UNKNOWN : FAILED;
  const name = settings.operators.get(String(word).trim().toLowerCase());
  return name === undefined ? UNKNOWN : { kind: 'operator', name };
}

/** The value at `data.0.name`; undefined if there is none. */
function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  return at;
}
