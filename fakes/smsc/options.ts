/** The configuration of operators: on the command line (one) or in a file (any number). */

import { readArguments, type ReadArguments } from '../kit/command-line.ts';
import { count, readChange, splitOptions, startOf, text, type Knobs } from '../kit/knobs.ts';
import { knobs, type Behaviour } from './knobs.ts';

type OwnOptions = {
  readonly name: string;
  readonly port: number;
  readonly managementPort: number;
  readonly systemId: string;
  readonly password: string;
  readonly tlsCertificate: string;
  readonly tlsKey: string;
  readonly keepMessages: number;
  readonly countCopies: number;
  readonly maxReceipts: number;
  readonly deliverWindow: number;
  readonly deliverTimeoutMs: number;
  readonly captureOctets: number;
  readonly seed: number;
};

export type OperatorOptions = OwnOptions & { readonly behaviour: Partial<Behaviour> };

const own: Knobs<OwnOptions> = {
  name: text('operator', 'what the operator is called'),
  port: count(2775, 'SMPP port, 0 for any free one'),
  managementPort: count(8501, 'HTTP port, 0 for any free one'),
  systemId: text('', 'who may bind; empty for anybody'),
  password: text('', 'with which password'),
  tlsCertificate: text('', 'PEM text: speak TLS with this certificate'),
  tlsKey: text('', 'PEM text of its key'),
  keepMessages: count(1_000, 'messages kept to be looked at'),
  countCopies: count(1_000_000, 'different messages counted to find copies; 0 for none'),
  maxReceipts: count(1_000_000, 'receipts that may wait, for their time or for a bind'),
  deliverWindow: count(1_000, 'deliver_sm unanswered per link'),
  deliverTimeoutMs: count(30_000, 'wait for the answer to a deliver_sm before sending it again'),
  captureOctets: count(0, 'octets of traffic kept per link for /capture; 0 for none'),
  seed: count(1, 'seed of the operator’s chance'),
};

export const plainOptions: OperatorOptions = { ...startOf(own), behaviour: {} };

export type ReadOptions =
  | { readonly kind: 'operators'; readonly operators: readonly OperatorOptions[] }
  | Exclude<ReadArguments, { readonly kind: 'read' }>;

const title = `A simulated operator: an SMPP 3.4 server on 127.0.0.1 with an HTTP management port.
The behaviour can also be set while it runs, with POST /behaviour. A file holds a list of operators.
`;

/** Reads the command line (without the program's own name). */
export function readCommandLine(args: readonly string[]): ReadOptions {
  const read = readArguments(args, { ...own, ...knobs }, title);
  if (read.kind !== 'read') return read;
  const list = read.file === undefined ? [read.flags] : read.file;
  if (!Array.isArray(list)) return { kind: 'refused', words: 'the file holds a list of operators' };
  const operators: OperatorOptions[] = [];
  for (const item of list as readonly unknown[]) {
    const change = readChange<OwnOptions & Behaviour>({ ...own, ...knobs }, item);
    if (!change.ok) return { kind: 'refused', words: change.words };
    operators.push({ ...plainOptions, ...splitOptions(own, change.change) });
  }
  return { kind: 'operators', operators };
}
