import type { Config } from '../kit/config.ts';
import { isLoopback } from '../kit/config-rules.ts';
import { withDemoPlatform } from './chat-platform.ts';
import { withDemoDirectory } from './number-directory.ts';

/**
 * The settings with what the demo world adds to those that were not given: its number directory,
 * its chat platform, and files from this machine itself, as long as nobody else can ask for them.
 */
export function withDemoSettings(config: Config): Config {
  const { production, host, fetchLoopback = !production && isLoopback(host) } = config;
  return { ...withDemoPlatform(withDemoDirectory(config)), fetchLoopback };
}
