/** How operators are described: on the command line (one) or in a file (any number). */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isRecord } from '../kit/json.ts';
import { toFlag } from '../kit/knobs.ts';
import { knobNames, knobs, readBehaviour, type Behaviour } from './knobs.ts';

export type OperatorOptions = {
  readonly name: string;
  /** SMPP port; 0 for any free one. */
  readonly port: number;
  readonly managementPort: number;
  /** Who may bind; '' for anybody. */
  readonly systemId: string;
  readonly password: string;
  /** PEM: speaks TLS with this certificate; '' for plain TCP. */
  readonly tlsCertificate: string;
  /** PEM of the certificate's key. */
  readonly tlsKey: string;
  /** Messages kept to be looked at. */
  readonly keepMessages: number;
  /** Different messages counted to find copies; 0 for none. */
  readonly countCopies: number;
  /** Receipts that may wait, be it for their time or for a bind. */
  readonly maxReceipts: number;
  /** deliver_sm that may wait for their answers on one link. */
  readonly deliverWindow: number;
  /** How long the answer to a deliver_sm is waited for before it is sent again. */
  readonly deliverTimeoutMs: number;
  /** Octets of traffic kept per link for /capture; 0 for none. */
  readonly captureOctets: number;
  /** Seed of the operator's chance. */
  readonly seed: number;
  readonly behaviour: Partial<Behaviour>;
};

export const plainOptions: OperatorOptions = {
  name: 'operator',
  port: 2775,
  managementPort: 8501,
  systemId: '',
  password: '',
  tlsCertificate: '',
  tlsKey: '',
  keepMessages: 1_000,
  countCopies: 1_000_000,
  maxReceipts: 1_000_000,
  deliverWindow: 1_000,
  deliverTimeoutMs: 30_000,
  captureOctets: 0,
  seed: 1,
  behaviour: {},
};

const meanings: Readonly<Record<Exclude<keyof OperatorOptions, 'behaviour'>, string>> = {
  name: 'what the operator is called',
  port: 'SMPP port, 0 for any free one',
  managementPort: 'HTTP port, 0 for any free one',
  systemId: 'who may bind; empty for anybody',
  password: 'with which password',
  tlsCertificate: 'PEM text: speak TLS with this certificate',
  tlsKey: 'PEM text of its key',
  keepMessages: 'messages kept to be looked at',
  countCopies: 'different messages counted to find copies; 0 for none',
  maxReceipts: 'receipts that may wait',
  deliverWindow: 'deliver_sm unanswered per link',
  deliverTimeoutMs: 'wait for the answer to a deliver_sm before sending it again',
  captureOctets: 'octets of traffic kept per link for /capture; 0 for none',
  seed: 'seed of the operator’s chance',
};

export type ReadOptions =
  | { readonly kind: 'operators'; readonly operators: readonly OperatorOptions[] }
  | { readonly kind: 'help'; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string };

/** Reads the command line (without the program's own name). */
export function readCommandLine(args: readonly string[]): ReadOptions {
  const names = [...Object.keys(meanings), ...knobNames];
  const flags = Object.fromEntries(
    names.map((name) => [toFlag(name), { type: 'string' } as const]),
  );
  const options = { ...flags, config: { type: 'string' }, help: { type: 'boolean' } } as const;
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    return { kind: 'refused', words: error instanceof Error ? error.message : String(error) };
  }
  if (values['help'] === true) return { kind: 'help', words: helpText() };
  if (typeof values['config'] === 'string') return readFile(values['config']);
  const given = names.filter((name) => values[toFlag(name)] !== undefined);
  const entries = given.map((name) => [name, readFlag(name, String(values[toFlag(name)]))]);
  return readList([Object.fromEntries(entries)]);
}

const textOptions = new Set([
  'name',
  'systemId',
  'password',
  'tlsCertificate',
  'tlsKey',
  'receiptState',
  'receiptError',
  'queryState',
]);

function readFlag(name: string, value: string): unknown {
  if (textOptions.has(name)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

function readFile(path: string): ReadOptions {
  try {
    return readList(JSON.parse(readFileSync(path, 'utf8')) as unknown);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', words: `${path}: ${words}` };
  }
}

function readList(list: unknown): ReadOptions {
  if (!Array.isArray(list)) return { kind: 'refused', words: 'the file holds a list of operators' };
  const operators: OperatorOptions[] = [];
  for (const item of list as readonly unknown[]) {
    const read = readOperator(item);
    if (typeof read === 'string') return { kind: 'refused', words: read };
    operators.push(read);
  }
  return { kind: 'operators', operators };
}

function readOperator(item: unknown): OperatorOptions | string {
  if (!isRecord(item)) return 'an operator is an object';
  const own: [string, unknown][] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(item)) {
    if (!(name in meanings)) {
      rest.push([name, value]);
      continue;
    }
    const expected = typeof plainOptions[name as keyof OperatorOptions];
    if (typeof value !== expected) return `${name} is a ${expected}`;
    own.push([name, value]);
  }
  const behaviour = readBehaviour(Object.fromEntries(rest));
  if (!behaviour.ok) return behaviour.words;
  return { ...plainOptions, ...Object.fromEntries(own), behaviour: behaviour.change };
}

function helpText(): string {
  const line = (name: string, start: unknown, words: string): string =>
    `  --${toFlag(name).padEnd(32)}${words} [${JSON.stringify(start)}]`;
  const own = Object.entries(meanings).map(([name, words]) =>
    line(name, plainOptions[name as keyof OperatorOptions], words),
  );
  const behaviour = knobNames.map((name) => line(name, knobs[name].start, knobs[name].words));
  return [
    'A simulated operator: an SMPP 3.4 server on 127.0.0.1 with an HTTP management port.',
    '',
    '  node fakes/smsc/main.ts --port 2775 --management-port 8501 --name Jazz',
    '  node fakes/smsc/main.ts --config operators.json',
    '      a list of objects with the names below, in camelCase: several operators, one process',
    '',
    ...own,
    '',
    'Behaviour, also settable while it runs with POST /behaviour:',
    ...behaviour,
    '',
  ].join('\n');
}
