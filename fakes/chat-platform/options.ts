/** How the platform is described: on the command line, in a file, or by a test. */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toFlag } from '../kit/knobs.ts';
import { isRecord, parseJson, recordsOf } from './json.ts';
import { knobNames, knobs, readBehaviour, type Behaviour } from './knobs.ts';

export type AppSeed = {
  readonly id: string;
  /** Signs the webhooks. */
  readonly secret: string;
  /** Where webhooks go, unless the business account has a callback of its own. */
  readonly callbackUrl?: string;
  readonly verifyToken?: string;
  /** Graph version of the webhooks: from v24.0 on with pricing.type and without conversation. */
  readonly webhookVersion?: string;
};

export type NumberSeed = {
  readonly id: string;
  readonly displayNumber: string;
  readonly name?: string;
  /** Messages a second; 80 unless told. */
  readonly throughput?: number;
};

export type TemplateSeed = {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: readonly unknown[];
  /** APPROVED unless told. */
  readonly status?: string;
  readonly id?: string;
  readonly reason?: string;
  readonly parameterFormat?: string;
};

export type AccountSeed = {
  readonly id: string;
  readonly name?: string;
  /** Apps that are told; all unless given. */
  readonly apps?: readonly string[];
  readonly numbers: readonly NumberSeed[];
  readonly templates?: readonly TemplateSeed[];
  readonly templateLimit?: number;
};

export type TokenSeed = {
  readonly token: string;
  readonly appId: string;
  /** Business accounts it may see; all unless given. */
  readonly accounts?: readonly string[];
};

export type PlatformOptions = {
  /** Port of the Graph interface; 0 for any free one. */
  readonly port: number;
  readonly managementPort: number;
  readonly apps: readonly AppSeed[];
  readonly accounts: readonly AccountSeed[];
  readonly tokens: readonly TokenSeed[];
  /** Requests kept to be looked at. */
  readonly keepHeard: number;
  /** Messages kept, of both directions. */
  readonly keepMessages: number;
  readonly keepWebhooks: number;
  readonly keepPeople: number;
  /** Octets of media kept; the oldest go first. */
  readonly keepMediaOctets: number;
  /** Webhook posts that may wait. */
  readonly maxWebhooks: number;
  readonly seed: number;
  readonly behaviour: Partial<Behaviour>;
};

/** One business with one number: enough to send with. */
const demoSeeds = {
  apps: [
    { id: '100000000000001', secret: 'simulated-app-secret', verifyToken: 'simulated-verify' },
  ],
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
} as const satisfies Pick<PlatformOptions, 'apps' | 'accounts' | 'tokens'>;

export const plainOptions: PlatformOptions = {
  port: 8701,
  managementPort: 8702,
  ...demoSeeds,
  keepHeard: 1_000,
  keepMessages: 2_000,
  keepWebhooks: 1_000,
  keepPeople: 50_000,
  keepMediaOctets: 268_435_456,
  maxWebhooks: 200_000,
  seed: 1,
  behaviour: {},
};

const meanings = {
  port: 'port of the Graph interface, 0 for any free one',
  managementPort: 'HTTP port to watch it and tell it what to do, 0 for any free one',
  keepHeard: 'requests kept to be looked at',
  keepMessages: 'messages kept, of both directions',
  keepWebhooks: 'webhook posts kept to be looked at and sent again',
  keepPeople: 'people remembered',
  keepMediaOctets: 'octets of media kept; the oldest go first',
  maxWebhooks: 'webhook posts that may wait',
  seed: 'seed of the platform’s chance',
} as const;

type NumberOption = keyof typeof meanings;
const numberOptions = Object.keys(meanings) as readonly NumberOption[];

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: PlatformOptions }
  | { readonly kind: 'help'; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string };

/** Reads the command line (without the program's own name). */
export function readCommandLine(args: readonly string[]): ReadOptions {
  const names = [...numberOptions, ...knobNames];
  const flags = Object.fromEntries(
    names.map((name) => [toFlag(name), { type: 'string' } as const]),
  );
  const own = { config: { type: 'string' }, manage: { type: 'string' } } as const;
  const options = { ...flags, ...own, help: { type: 'boolean' } } as const;
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    return { kind: 'refused', words: error instanceof Error ? error.message : String(error) };
  }
  if (values['help'] === true) return { kind: 'help', words: helpText() };
  const base = typeof values['config'] === 'string' ? readConfig(values['config']) : {};
  if (typeof base === 'string') return { kind: 'refused', words: base };
  const given = names.filter((name) => values[toFlag(name)] !== undefined);
  const told = given.map((name) => [name, readFlag(String(values[toFlag(name)]))]);
  const manage = values['manage'] === undefined ? {} : { managementPort: Number(values['manage']) };
  return readOptions({ ...base, ...manage, ...Object.fromEntries(told) });
}

const readFlag = (value: string): unknown => parseJson(value) ?? value;

function readConfig(path: string): Readonly<Record<string, unknown>> | string {
  try {
    const read = parseJson(readFileSync(path, 'utf8'));
    return isRecord(read) ? read : `${path}: an object with the options`;
  } catch (error) {
    return `${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readOptions(item: Readonly<Record<string, unknown>>): ReadOptions {
  const refuse = (words: string): ReadOptions => ({ kind: 'refused', words });
  const { apps, accounts, tokens, ...rest } = item;
  const own: [string, number][] = [];
  const behaviour: [string, unknown][] = [];
  for (const [name, value] of Object.entries(rest)) {
    if (!numberOptions.some((it) => it === name)) behaviour.push([name, value]);
    else if (typeof value !== 'number') return refuse(`${name} is a number`);
    else own.push([name, value]);
  }
  const read = readBehaviour(Object.fromEntries(behaviour));
  if (!read.ok) return refuse(read.words);
  const seeds = readSeeds({ apps, accounts, tokens });
  if (typeof seeds === 'string') return refuse(seeds);
  const options = { ...plainOptions, ...seeds, ...Object.fromEntries(own), behaviour: read.change };
  return { kind: 'options', options };
}

type Seeds = Pick<PlatformOptions, 'apps' | 'accounts' | 'tokens'>;

/** Checks what the program stands on; a sentence when it cannot. */
function readSeeds(given: Readonly<Record<string, unknown>>): Partial<Seeds> | string {
  const texts: Readonly<Record<string, readonly string[]>> = {
    apps: ['id', 'secret'],
    accounts: ['id'],
    tokens: ['token', 'appId'],
  };
  for (const [name, keys] of Object.entries(texts)) {
    const list = given[name];
    if (list === undefined) continue;
    if (!Array.isArray(list)) return `${name} is a list`;
    for (const entry of list as readonly unknown[]) {
      if (!isRecord(entry) || keys.some((key) => typeof entry[key] !== 'string')) {
        return `an entry of ${name} has the texts ${keys.join(' and ')}`;
      }
    }
  }
  for (const account of recordsOf(given['accounts'])) {
    const numbers = recordsOf(account['numbers']);
    const fit = numbers.every((it) => typeof it['id'] === 'string' && 'displayNumber' in it);
    if (!fit) return 'a number of an account has the texts id and displayNumber';
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function helpText(): string {
  const line = (name: string, start: unknown, words: string): string =>
    `  --${toFlag(name).padEnd(26)}${words} [${JSON.stringify(start)}]`;
  return [
    'A simulated chat platform: a Graph API subset on 127.0.0.1 with an HTTP management port.',
    '',
    '  node fakes/chat-platform/main.ts --port 8701 --manage 8702',
    '  node fakes/chat-platform/main.ts --config platform.json',
    '      an object with the names below, in camelCase, and apps, accounts and tokens',
    '',
    ...numberOptions.map((name) => line(name, plainOptions[name], meanings[name])),
    '',
    'Behaviour, also settable while it runs with POST /behaviour:',
    ...knobNames.map((name) => line(name, knobs[name].start, knobs[name].words)),
    '',
  ].join('\n');
}
