/** The command line of a simulated party: a flag per knob, or a file with the same names. */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { namesOf, type Knobs } from './knobs.ts';

export type ReadArguments =
  /** The file's content, and the flags' values by knob. */
  | { readonly kind: 'read'; readonly file: unknown; readonly flags: Record<string, unknown> }
  | { readonly kind: 'help'; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string };

/** Reads the command line (without the program's own name); `title` begins the help. */
export function readArguments<Values>(
  args: readonly string[],
  knobs: Knobs<Values>,
  title: string,
): ReadArguments {
  const names = namesOf(knobs);
  const flags = Object.fromEntries(
    names.map((name) => [toFlag(name), { type: 'string' } as const]),
  );
  const options = { ...flags, config: { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    const values: Readonly<Record<string, unknown>> = parseArgs({
      args: [...args],
      options,
      strict: true,
    }).values;
    if (values['help'] === true) return { kind: 'help', words: helpText(knobs, title) };
    const config = values['config'];
    const given = names.flatMap((name) => {
      const value = values[toFlag(name)];
      const isText = typeof knobs[name].start === 'string';
      return typeof value === 'string' ? [[name, isText ? value : parse(value)] as const] : [];
    });
    const file = typeof config === 'string' ? parse(readFileSync(config, 'utf8')) : undefined;
    return { kind: 'read', file, flags: Object.fromEntries(given) };
  } catch (error) {
    return { kind: 'refused', words: error instanceof Error ? error.message : String(error) };
  }
}

/** JSON, or the text itself. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** A knob's name on the command line: `answer-delay-ms`. */
const toFlag = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function helpText<Values>(knobs: Knobs<Values>, title: string): string {
  const lines = namesOf(knobs).map((name) => {
    const { words, start } = knobs[name];
    return `  --${toFlag(name).padEnd(32)}${words} [${JSON.stringify(start)}]`;
  });
  return [title, '  --config file: the names below in camelCase, as JSON', '', ...lines, ''].join(
    '\n',
  );
}

/** Runs a party until SIGTERM or SIGINT; `start` resolves with a function that stops it. */
export async function runUntilStopped(start: () => Promise<() => Promise<unknown>>): Promise<void> {
  try {
    const stop = await start();
    const end = (): void => void stop().catch(fail);
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}

/** Prints the help, or why the command line was refused. */
export function explain({ kind, words }: Exclude<ReadArguments, { readonly kind: 'read' }>): void {
  (kind === 'help' ? console.log : console.error)(words);
  process.exitCode = kind === 'help' ? 0 : 2;
}
