/**
 * The simulated chat platform of the demo world (fakes/chat-platform): described in
 * data/chat-platform.json, which it starts from, and used when the settings name no other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoChatAccess } from './build-chat.ts';
import { DEMO_CHAT_SEEDS } from './demo-chat-templates.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { isLoopback } from '@paigham/http/address-list.ts';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import type { Random } from '@paigham/base/random.ts';
import { freePorts } from '@paigham/base/ports.ts';
import { isLeftRunning, startSideProgram, type Running } from './side-program.ts';

/** Where it listens if the ports are free. */
const WISHED = { port: 27_781, managementPort: 27_782 };

/** Of its dialogue: any will do. */
const CONFIG_ID = '500000000000001';

const REAL_ADDRESS = 'https://graph.facebook.com';

type DescribedAccount = {
  readonly id: string;
  readonly numbers: readonly [{ readonly id: string }];
};

/** In the simulator's own format. */
type Description = typeof WISHED & {
  readonly apps: readonly [{ readonly id: string; readonly secret: string }];
  readonly accounts: readonly [DescribedAccount, ...(readonly DescribedAccount[])];
  readonly tokens: readonly [{ readonly token: string }];
};

export type DemoPlatform = {
  readonly port: number;
  /** The port of the page with the phone. */
  readonly managementPort: number;
  readonly access: DemoChatAccess;
  /** A number that nobody has connected; undefined: the folder is of an earlier version. */
  readonly free: Pick<DemoChatAccess, 'business' | 'phoneNumberId'> | undefined;
};

const PROGRAM = {
  name: 'The simulated chat platform',
  folder: 'chat-platform',
  files: 'chat-platform',
} as const;

/** This installation's platform, with its own secrets and its own or free ports. */
export async function describePlatform(dataDir: string, random: Random): Promise<DemoPlatform> {
  const known = readDescription(dataDir);
  if (known !== undefined && isLeftRunning({ ...PROGRAM, dataDir })) return platformOf(known);
  const { port, managementPort } = known ?? WISHED;
  const ports = await freePorts({ port, managementPort });
  const keepIn = join(dataDir, 'chat-platform');
  const begun = known ?? describe(ports, random);
  const description = { ...begun, ...ports, keepIn };
  writePrivateFile(fileIn(dataDir), `${JSON.stringify(description, null, 2)}\n`);
  return platformOf(description);
}

function describe(ports: typeof WISHED, random: Random) {
  const appId = '100000000000001';
  return {
    ...ports,
    apps: [{ id: appId, secret: random.secret(24) }],
    accounts: [
      {
        id: '200000000000001',
        name: 'Roshan Store',
        apps: [appId],
        numbers: [
          { id: '300000000000001', displayNumber: '+92 300 1110001', name: 'Roshan Store' },
        ],
        templates: DEMO_CHAT_SEEDS,
      },
      {
        id: '200000000000002',
        name: 'Bazaar Cloth',
        apps: [],
        numbers: [
          { id: '300000000000002', displayNumber: '+92 300 1110002', name: 'Bazaar Cloth' },
        ],
      },
    ],
    tokens: [{ token: random.secret(24), appId }],
  } as const;
}

function platformOf({ port, managementPort, apps, accounts, tokens }: Description): DemoPlatform {
  const [app] = apps;
  const [account, other] = accounts;
  const [number] = account.numbers;
  const free = other && { business: other.id, phoneNumberId: other.numbers[0].id };
  const [{ token }] = tokens;
  const access = { business: account.id, phoneNumberId: number.id, appId: app.id };
  return { port, managementPort, free, access: { ...access, token, appSecret: app.secret } };
}

export function startPlatform(
  dataDir: string,
  { port, managementPort }: DemoPlatform,
  clock: Clock,
): Promise<Running> {
  const args = ['--config', fileIn(dataDir)];
  return startSideProgram({ ...PROGRAM, dataDir, args, ports: [port, managementPort] }, clock);
}

/** The settings with the demo world's platform, unless they name one or want no simulators. */
export function withDemoPlatform(config: Config): Config {
  const { production, simulators, graphAddress, dataDir } = config;
  const platform = readDescription(dataDir);
  const isOther = graphAddress !== REAL_ADDRESS;
  if (production || !simulators || isOther || platform === undefined) return config;
  const address = `http://127.0.0.1:${platform.port}`;
  const [{ id: signupAppId }] = platform.apps;
  // Its dialogue leads back to this machine, so whoever opens it has to be there.
  const isHere = config.port !== 0 && (config.publicAddress !== '' || isLoopback(config.host));
  const signup = isHere ? { signupAppId, signupConfigId: CONFIG_ID } : {};
  return { ...config, graphAddress: address, signupAddress: address, ...signup };
}

/** The secrets with that of its app, where the settings name it. */
export function withDemoSignup({ dataDir, signupAppId }: Config, secrets: Secrets): Secrets {
  const app = readDescription(dataDir)?.apps.find(({ id }) => id === signupAppId);
  return app === undefined ? secrets : { ...secrets, signupAppSecret: app.secret };
}

function readDescription(dataDir: string): Description | undefined {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as Description;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'chat-platform.json');
}
