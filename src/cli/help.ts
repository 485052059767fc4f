/** Help: all commands, those of a noun, or one in full. */
import type { OptionShape } from '../kit/arguments.ts';
import { COMMANDS, GLOBAL_OPTIONS, type Described } from './commands.ts';

const CODES = 'Exit codes: 0 done, 1 refused or something is wrong, 2 usage error.';
const ASKS =
  'Commands that would delay or lose messages, or change prices, warn and ask first. Without\n' +
  'a terminal they exit with 2 unless --yes is given. Times are in Pakistan time, +05:00.';

function usageOf({ name, args, options }: Described): string {
  return ['paigham', name, ...args, ...(options.length > 0 ? ['[options]'] : [])].join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

function optionRows(options: readonly OptionShape[]): readonly (readonly [string, string])[] {
  return options.map(({ name, value, about }) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    about,
  ]);
}

/** Everything, or the commands that begin with a word. */
export function overview(commands: readonly Described[] = COMMANDS): string {
  const rows = commands.map(
    (command) => [[command.name, ...command.args].join(' '), command.about] as const,
  );
  return [
    'Usage: paigham COMMAND [options]',
    '',
    columns(rows),
    '',
    'With every command',
    columns(optionRows(GLOBAL_OPTIONS)),
    '',
    'send-file calls the running service with an account’s key; all others use its database, which',
    'is found by the settings DATABASE_URL and MASTER_KEY, or in the installation’s folder.',
    'ACCOUNT is an id or an exact name. "paigham --version" prints the version.',
    ASKS,
    CODES,
  ].join('\n');
}

/** One command in full. */
export function explain(command: Described): string {
  const { about, options } = command;
  const own = options.length === 0 ? [] : ['', columns(optionRows(options))];
  return [`Usage: ${usageOf(command)}`, '', about, ...own].join('\n');
}
