/** What the program was started with; apart from settings, which take a while to load. */
import type { Environment } from './config-sources.ts';

export function readEnvironment(): Environment {
  return process.env;
}

/** The words after the program's name. */
export function readArguments(): readonly string[] {
  return process.argv.slice(2);
}
