import type { Config } from '../kit/config.ts';
import { isLoopback } from '../kit/config-rules.ts';
import { withDemoDirectory } from './number-directory.ts';

/**
 * The settings with what the demo world adds to those that were not given: its number directory,
 * and files from this machine itself, as long as nobody else can ask for them.
 */
export function withDemoSettings(config: Config): Config {
  const { production, host, fetchLoopback = !production && isLoopback(host) } = config;
  return { ...withDemoDirectory(config), fetchLoopback };
}
