/** The platform's configuration: from the command line, a file, or a test. */

import { readArguments, type ReadArguments } from '../kit/command-line.ts';
import { count, readChange, splitOptions, startOf, type Knobs } from '../kit/knobs.ts';
import { compact, isRecord, type Json } from './json.ts';
import { knobs, type Behaviour } from './knobs.ts';

export type AppSeed = {
  readonly id: string;
  /** Signs the webhooks. */
  readonly secret: string;
  /** Where webhooks go, unless the business account has a callback of its own. */
  readonly callbackUrl?: string;
};

export type NumberSeed = {
  readonly id: string;
  readonly displayNumber: string;
  readonly name?: string;
  /** Messages a second; 80 by default. */
  readonly throughput?: number;
  /** Whether it may send; true by default. */
  readonly registered?: boolean;
  /** Of its two-step verification; '' by default: none is set. */
  readonly pin?: string;
  /** Used in the app on a phone, too. */
  readonly onPhone?: boolean;
  /** The code that its registration is refused with; 0 by default: it is not. */
  readonly refusal?: number;
};

export type TemplateSeed = {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: readonly unknown[];
  /** APPROVED by default. */
  readonly status?: string;
  readonly reason?: string;
};

export type AccountSeed = {
  readonly id: string;
  readonly name?: string;
  /** The apps that receive its webhooks; all by default. */
  readonly apps?: readonly string[];
  readonly numbers: readonly NumberSeed[];
  readonly templates?: readonly TemplateSeed[];
  readonly templateLimit?: number;
  /** Whether it has a payment method; true by default. */
  readonly paid?: boolean;
};

export type TokenSeed = {
  readonly token: string;
  readonly appId: string;
  /** The business accounts it may see; all by default. */
  readonly accounts?: readonly string[];
};

type OwnOptions = {
  readonly port: number;
  readonly managementPort: number;
  readonly keepHeard: number;
  readonly keepMessages: number;
  readonly keepPeople: number;
  readonly keepMediaOctets: number;
  readonly maxWebhooks: number;
  readonly seed: number;
};

/** What the platform starts with. */
type Seeds = {
  readonly apps: readonly AppSeed[];
  readonly accounts: readonly AccountSeed[];
  readonly tokens: readonly TokenSeed[];
  /** A folder in which templates, files and subscriptions outlive a restart; '': nowhere. */
  readonly keepIn: string;
};

export type PlatformOptions = OwnOptions & Seeds & { readonly behaviour: Partial<Behaviour> };

const own: Knobs<OwnOptions> = {
  port: count(8701, 'port of the Graph interface, 0 for any free one'),
  managementPort: count(8702, 'HTTP port to watch it and tell it what to do, 0 for any free one'),
  keepHeard: count(1_000, 'requests kept to be looked at'),
  keepMessages: count(2_000, 'messages kept, of both directions'),
  keepPeople: count(50_000, 'people remembered'),
  keepMediaOctets: count(268_435_456, 'octets of media kept; the oldest go first'),
  maxWebhooks: count(200_000, 'webhook posts that may wait'),
  seed: count(1, 'seed of the platform’s chance'),
};

/** One business with one number: enough to send with. */
const demoSeeds = {
  apps: [{ id: '100000000000001', secret: 'simulated-app-secret' }],
  accounts: [
    {
      id: '200000000000001',
      name: 'Simulated Store',
      numbers: [{ id: '300000000000001', displayNumber: '+92 300 0000001' }],
      templates: [
        {
          name: 'hello_world',
          language: 'en_US',
          category: 'UTILITY',
          components: [
            { type: 'BODY', text: 'Welcome! This is a message from a simulated store.' },
          ],
        },
      ],
    },
  ],
  tokens: [{ token: 'simulated-token', appId: '100000000000001' }],
  keepIn: '',
} as const satisfies Seeds;

export const plainOptions: PlatformOptions = { ...startOf(own), ...demoSeeds, behaviour: {} };

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: PlatformOptions }
  | Exclude<ReadArguments, { readonly kind: 'read' }>;

const title = `A simulated chat platform: a Graph API subset on 127.0.0.1, and a management port.
The behaviour can also be set while it runs, with POST /behaviour. A file holds an object that may
also have apps, accounts, tokens and keepIn.
`;

/** Reads the command line (without the program's own name); a flag overrides the file. */
export function readCommandLine(args: readonly string[]): ReadOptions {
  const read = readArguments(args, { ...own, ...knobs }, title);
  if (read.kind !== 'read') return read;
  const file = read.file ?? {};
  if (!isRecord(file)) return { kind: 'refused', words: 'the file holds an object' };
  const { apps, accounts, tokens, keepIn, ...rest } = { ...file, ...read.flags } as Json &
    Partial<Seeds>;
  const change = readChange<OwnOptions & Behaviour>({ ...own, ...knobs }, rest);
  if (!change.ok) return { kind: 'refused', words: change.words };
  const seeds = compact({ apps, accounts, tokens, keepIn });
  const options = { ...plainOptions, ...seeds, ...splitOptions(own, change.change) };
  return { kind: 'options', options };
}
