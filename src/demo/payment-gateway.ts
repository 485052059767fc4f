/**
 * The simulated payment gateway of the demo world (fakes/payment-gateway): described in
 * data/payment-gateway.json, which it starts from, and used when the settings name no other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import { freePorts } from '@paigham/base/ports.ts';
import type { Random } from '@paigham/base/random.ts';
import { isLeftRunning, startSideProgram, type Running } from './side-program.ts';

/** Where it listens if the ports are free. */
const WISHED = { port: 27_791, managementPort: 27_792 };

/** In the simulator's own format. */
export type DemoGateway = typeof WISHED & { readonly key: string; readonly secret: string };

const PROGRAM = {
  name: 'The simulated payment gateway',
  folder: 'payment-gateway',
  files: 'payment-gateway',
} as const;

/** Of a bank that there is not. */
const DEMO_BANK = 'Bank of Trade, Lahore\\nPaigham Services\\nPK00 TRAD 0000 0011 2345 6702';

const SECRET_BYTES = 24;

/** This installation's gateway, with its own secrets and its own or free ports. */
export async function describeGateway(dataDir: string, random: Random): Promise<DemoGateway> {
  const known = readGateway(dataDir);
  if (known !== undefined && isLeftRunning({ ...PROGRAM, dataDir })) return known;
  const { key, secret, port, managementPort } = known ?? {
    ...WISHED,
    key: random.secret(SECRET_BYTES),
    secret: random.secret(SECRET_BYTES),
  };
  const gateway = { ...(await freePorts({ port, managementPort })), key, secret };
  writePrivateFile(fileIn(dataDir), `${JSON.stringify(gateway, null, 2)}\n`);
  return gateway;
}

export function startPaymentGateway(
  dataDir: string,
  { port, managementPort }: DemoGateway,
  clock: Clock,
): Promise<Running> {
  const ports = [port, managementPort];
  return startSideProgram(
    { ...PROGRAM, dataDir, args: ['--config', fileIn(dataDir)], ports },
    clock,
  );
}

/** The settings with the demo world's gateway, unless they name one or want none; and its bank. */
export function withDemoGateway(config: Config): Config {
  const { production, simulators, paymentGateway, dataDir } = config;
  const gateway = readGateway(dataDir);
  if (production || !simulators || paymentGateway !== 'none' || gateway === undefined)
    return config;
  const paymentAddress = `http://127.0.0.1:${gateway.port}`;
  const bankAccount = config.bankAccount || DEMO_BANK;
  return { ...config, paymentGateway: 'simulated', paymentAddress, bankAccount };
}

/** The secrets with those of the demo world's gateway, where the settings have come to use it. */
export function withGatewaySecrets(config: Config, secrets: Secrets): Secrets {
  const gateway = readGateway(config.dataDir);
  const isDemo =
    config.paymentGateway === 'simulated' &&
    config.paymentAddress === `http://127.0.0.1:${gateway?.port}`;
  if (!isDemo || gateway === undefined) return secrets;
  return { ...secrets, paymentKey: gateway.key, paymentSecret: gateway.secret };
}

function readGateway(dataDir: string): DemoGateway | undefined {
  const file = fileIn(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoGateway) : undefined;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'payment-gateway.json');
}
