/** What the command line says of itself. */
import type { OptionShape } from '../kit/arguments.ts';
import type { Described } from './command.ts';
import { COMMANDS } from './commands/commands.ts';

/** Options that every command takes. */
export const GLOBAL_OPTIONS: readonly OptionShape[] = [
  { name: 'json', about: 'answers in JSON, errors too (these to standard error)' },
  {
    name: 'data-dir',
    value: 'FOLDER',
    about: 'the folder of the installation (default: DATA_DIR, else data in the project’s folder)',
  },
  { name: 'help', about: 'explains a command; -h' },
];

const CODES = 'Exit codes: 0 done, 1 refused or something is wrong, 2 usage error.';
const ASKS =
  'What would hold up or lose messages, or change prices, says so and asks first; without a\n' +
  'terminal it is refused with 2 unless --yes is given. Times are those of Pakistan, +05:00.';

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
    'send-file asks the service itself, with the key of an account; all others its database.',
    'ACCOUNT is an id or an exact name. The database is the one of the service: the settings',
    'DATABASE_URL and MASTER_KEY, or the folder of its own. "paigham --version" tells the version.',
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
