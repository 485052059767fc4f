/** Commands that call the running service over HTTP like any other caller, or work on backups. */
import { PaighamError, type Paigham } from '@paigham/client';
import type { Clock } from '@paigham/base/clock.ts';
import type { JsonAnswer, JsonClient } from '@paigham/http/json-client.ts';
import { hasRefusedPort } from '@paigham/http/refused-ports.ts';
import type { OptionShape } from '../kit/arguments.ts';
import type { Random } from '@paigham/base/random.ts';
import type { Live } from '../kit/terminal.ts';
import { faultsOf, Type } from '../kit/shape.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import type { Given } from '../operations/operation.ts';
import type { Fields } from '../operations/show.ts';
import type { Backups } from './backup.ts';
import type { Screen } from './send-file/progress.ts';
import { parseJson } from '@paigham/base/json.ts';

/** What such commands work with. */
export type Remote = {
  readonly clock: Clock;
  /** An environment variable; undefined: not set, or empty. */
  readonly variable: (name: string) => string | undefined;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** All of a file. @throws Refusal when it cannot be read. */
  readonly readText: (file: string) => Promise<string>;
  /** The size of a file in bytes. @throws Refusal when it cannot be read. */
  readonly sizeOf: (file: string) => Promise<number>;
  /** Reads input without echo; undefined: nobody is there. */
  readonly askSecret: (prompt: string) => Promise<string | undefined>;
  /** What somebody types, '' if they give up; undefined: nobody is there. */
  readonly ask: (prompt: string) => Promise<string | undefined>;
  /** What "paigham login" stores, readable by this user only. */
  readonly login: {
    /** undefined: nobody has logged in. */
    readonly read: () => Promise<string | undefined>;
    /** Returns the file it is in. */
    readonly write: (text: string) => Promise<string>;
  };
  /** Asks the person at the terminal a yes/no question; undefined: nobody is there. */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  /** Replaces a file. @throws Refusal when it cannot be written. */
  readonly writeText: (file: string, text: string) => Promise<void>;
  /** A line besides the answer, to standard error. */
  readonly note: (line: string) => void;
  /** undefined: standard error is not a terminal. */
  readonly screen: Screen | undefined;
  /** Takes the whole terminal for pictures; undefined: nobody is there. */
  readonly openLive: () => Live | undefined;
  readonly connect: (server: Server) => JsonClient;
  /** The same service through the client that its callers use. */
  readonly open: (server: Server) => Paigham;
  /** Posts a text to an address of the caller's. */
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) => Promise<JsonAnswer>;
  /** A line of the answer, printed before the command ends. */
  readonly say: (line: string) => void;
  readonly random: Random;
  readonly backups: Backups;
  /** The node of the settings, in `dataDir` if that is given. @throws Refusal if they are wrong. */
  readonly nodeHere: (dataDir: string | undefined) => Node;
  readonly newName: () => string;
};

type Server = { readonly baseUrl: string; readonly key: string };

export type Node = { readonly baseUrl: string; readonly metricsToken: string | undefined };

export type RemoteAnswer = {
  readonly code: number;
  /** Absent: there is nothing more to print. */
  readonly data?: Fields | readonly Fields[];
  /** For people, when `data` is an empty list. */
  readonly empty?: string;
  /** With `--json`, instead of the data. */
  readonly full?: unknown;
  /** For people, after the data. */
  readonly note?: string;
};

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** How every command finds its service. */
export const SERVER_OPTIONS: readonly OptionShape[] = [
  {
    name: 'server',
    value: 'URL',
    about: 'the service (default: PAIGHAM_URL, else that of "paigham login", else 127.0.0.1:8080)',
  },
  { name: 'key-file', value: 'FILE', about: 'holds the API key; -: standard input' },
];

/** The service to call, and the key; a key is never an argument. */
export async function findServer(remote: Remote, given: Given): Promise<Server> {
  const named = given.option('server') ?? remote.variable('PAIGHAM_URL');
  const login = await readLogin(remote);
  const baseUrl = checkServer(remote, named ?? login?.baseUrl ?? DEFAULT_URL);
  // A key is sent to the service it belongs to, and to no other.
  const kept = login?.baseUrl === baseUrl ? login.key : undefined;
  const key = (await findKey(remote, given, kept)).trim();
  if (!/^\S+$/.test(key)) throw new Refusal('The API key is empty or contains spaces.');
  return { baseUrl, key };
}

/** An address in the form it is stored. @throws UsageError if it is invalid. */
export function checkServer(remote: Pick<Remote, 'note'>, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('The server must be an address, such as https://sms.example.com.');
  }
  if (hasRefusedPort(url.href)) {
    throw new UsageError(`Port ${url.port} belongs to another protocol: nobody is served there.`);
  }
  const isNear = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isNear) {
    remote.note(`The key is sent to ${url.host} unencrypted: use https.`);
  }
  return url.href.replace(/\/$/, '');
}

const LOGIN = Type.Object({ baseUrl: Type.String(), key: Type.String() });

async function readLogin({ login, note }: Remote): Promise<Server | undefined> {
  const text = await login.read();
  if (text === undefined) return undefined;
  const read = parseJson(text);
  if (faultsOf(LOGIN, read).length === 0) return read as Server;
  note('What "paigham login" has kept cannot be read: log in again.');
  return undefined;
}

/** Awaits a call of the service. @throws Refusal with the service's sentence if it refuses. */
export async function asking<Done>(work: Promise<Done>, baseUrl: string): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PaighamError)) throw error;
    const { failure, message } = error;
    if (failure.kind === 'unreachable') throw new Refusal(`Cannot use ${baseUrl}: ${message}.`);
    const errors = 'errors' in failure ? failure.errors : [];
    const code = 'reason' in failure ? failure.reason : undefined;
    throw new Refusal(asTyped({ code, detail: message, errors }).join('\n'));
  }
}

type Told = {
  readonly code: string | undefined;
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
};

/** What the service says of a refused request, by the names of the command line: lines. */
export function asTyped({ code, detail: sentence, errors }: Told): readonly string[] {
  const others = errors.filter(({ detail }) => detail !== sentence).map(lineOf);
  // One field or cell alone is told of by the sentence itself.
  const lines = others.filter((line) => !sentence.includes(line));
  const said = sentence.replaceAll('template_id', '--template');
  return code === 'parameters_invalid' && lines.length > 0 ? lines : [said, ...lines];
}

/** What is not called like its option. */
const TYPED: Readonly<Record<string, string>> = {
  file: 'FILE',
  id: 'ID',
  template_id: '--template',
  text: 'TEXT',
};

/** `/body/send_at`, `/body/fallback/sender`, or a cell: `/file/3/B`. */
function lineOf({ pointer, detail }: Told['errors'][number]): string {
  const [, within, field = '', ...rest] = pointer.split('/');
  if (within === 'file') return `row ${[field, ...rest].join(', column ')}: ${detail}`;
  const typed = TYPED[field] ?? `--${field.replaceAll('_', '-')}`;
  const name = rest.length === 0 ? typed : `${rest.join('/')} of ${typed}`;
  // A whole sentence names its field itself.
  return /^[A-Z]/.test(detail) ? `${name}: ${detail}` : `${name} ${detail}`;
}

async function findKey(remote: Remote, given: Given, kept: string | undefined): Promise<string> {
  const file = given.option('key-file');
  if (file !== undefined) return readKeyFile(remote, file);
  const known = remote.variable('PAIGHAM_KEY') ?? kept ?? (await remote.askSecret('API key: '));
  if (known !== undefined) return known;
  throw new Refusal(
    'There is no API key: run "paigham login", set PAIGHAM_KEY, or name its file with --key-file.',
  );
}

/** The text of a file that holds a key; `-`: standard input. */
export function readKeyFile(remote: Remote, file: string): Promise<string> {
  return file === '-' ? remote.readInput() : remote.readText(file);
}
