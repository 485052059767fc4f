import type { Config, Secrets } from '../kit/config.ts';
import { isLoopback } from '@paigham/http/address-list.ts';
import { withDemoPlatform, withDemoSignup } from './chat-platform.ts';
import { withDemoDirectory } from './number-directory.ts';
import { withDemoGateway, withGatewaySecrets } from './payment-gateway.ts';

/** What the demo world keeps in the data folder, and cannot be had again: backups copy them. */
export const DEMO_FILES = [
  'demo.json',
  'simulators.json',
  'chat-platform.json',
  'portability.json',
  'payment-gateway.json',
] as const;

/** Some thirty messages by a shared sender. */
const DEMO_TRIAL_RUPEES = 50;

/**
 * The settings with the demo world's defaults added: its number directory, its chat platform, its
 * payment gateway, and files from this machine, as long as nobody else can ask for them.
 */
export function withDemoSettings(config: Config): Config {
  const { production, host, fetchLoopback = !production && isLoopback(host) } = config;
  const { trialCredit = production ? 0 : DEMO_TRIAL_RUPEES } = config;
  const world = withDemoGateway(withDemoPlatform(withDemoDirectory(config)));
  return { ...world, fetchLoopback, trialCredit };
}

/** The secrets with those of the demo's gateway and of its chat platform's app. */
export function withDemoSecrets(config: Config, secrets: Secrets): Secrets {
  return withDemoSignup(config, withGatewaySecrets(config, secrets));
}
