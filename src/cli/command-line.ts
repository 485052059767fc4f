/**
 * The command line: runs operations from words. It finds the command, reads its words, and has it
 * run; or it prints help, for all commands, those of a noun, or one in full. What a command works
 * with is loaded when its words are right: help and refusals come at once.
 */
import type { Given, InputSource, OperationContext } from '../operations/operation.ts';
import { type Arguments, nearest, type OptionShape, readWords } from '../kit/arguments.ts';
import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import {
  DONE,
  type Described,
  GLOBAL_OPTIONS,
  listCommands,
  type Listed,
  REFUSED,
} from './described.ts';
import { asJson, harmless } from './print.ts';
import type { Remote } from './remote.ts';

/** What operations work with, plus the person at the terminal. */
export type Line = OperationContext &
  Omit<InputSource, 'nowMs' | 'reader'> & {
    /** Asks the person at the terminal a yes/no question; undefined: nobody is there. */
    readonly confirm: (question: string) => Promise<boolean | undefined>;
    /** Writes a file that nobody else may read. @throws Refusal if there is one of this name. */
    readonly writeNew: (file: string, octets: Uint8Array) => Promise<void>;
  };

export type Terminal = {
  readonly version: string;
  /** To standard output. */
  readonly print: (text: string) => void;
  /** To standard error. */
  readonly complain: (text: string) => void;
  /** For commands that call the service. */
  readonly openRemote: () => Promise<Remote>;
  /** Opens what commands work with, lends it to `work`, and always closes it. */
  readonly lend: (
    settings: { readonly dataDir: string | undefined },
    work: (line: Line) => Promise<number>,
  ) => Promise<number>;
};

const COMMANDS = listCommands();

const USAGE_ERROR = 2;

const HELP = new Set(['--help', '-h']);

/** The first words of commands that were renamed. */
const RENAMED = new Map([['lost', 'unconfirmed']]);

/** Runs one command and returns the exit code. Rejects only for bugs. */
export async function runLine(typed: readonly string[], terminal: Terminal): Promise<number> {
  const [first = '', ...rest] = commandFirst(typed);
  const words = typed.length === 0 ? [] : [RENAMED.get(first) ?? first, ...rest];
  if (words[0] === '--version') {
    terminal.print(`paigham ${terminal.version}`);
    return DONE;
  }
  try {
    return await obey(words, terminal);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = error instanceof UsageError ? USAGE_ERROR : REFUSED;
    const { message } = error;
    const shown = words.includes('--json')
      ? asJson({ error: { message, exit_code: code } })
      : harmless(message);
    terminal.complain(shown);
    return code;
  }
}

/** Options that every command has may come before or inside it: `account --json list`. */
function commandFirst(typed: readonly string[]): readonly string[] {
  const at = typed.findIndex((word) => word.startsWith('-'));
  const option = typed[at] ?? '';
  const shape = GLOBAL_OPTIONS.find(({ name }) => option.split('=')[0] === `--${name}`);
  if (shape === undefined) return typed;
  const takesNext = shape.value !== undefined && !option.includes('=');
  const own = typed.slice(at, at + (takesNext ? 2 : 1));
  return [...commandFirst(typed.toSpliced(at, own.length)), ...own];
}

async function obey(words: readonly string[], terminal: Terminal): Promise<number> {
  const asksForHelp = words[0] === 'help' || words.some((word) => HELP.has(word));
  const asked = words.slice(words[0] === 'help' ? 1 : 0).filter((word) => !HELP.has(word));
  const command = findCommand(asked);
  if (command === undefined) return help(asked, asksForHelp, terminal);
  if (asksForHelp) {
    const [described] = words.includes('--json') ? await describe([command]) : [];
    terminal.print(described === undefined ? explain(command) : asJson(described));
    return DONE;
  }
  const rest = asked.slice(command.name.split(' ').length);
  const read = readWords(rest, [...command.options, ...GLOBAL_OPTIONS]);
  const wrong = read.ok ? faultOfCount(command, read.arguments.plain.length) : read.sentence;
  if (!read.ok || wrong !== undefined) {
    throw new UsageError(`${wrong}\nSee "paigham ${command.name} --help".`);
  }
  const given = givenOf(command, read.arguments);
  if (command.isRemote) {
    const { runRemote } = await import('./run-remote.ts');
    return runRemote(command.name, given, terminal);
  }
  const { runOperation } = await import('./run-operation.ts');
  return runOperation(command.name, given, terminal);
}

async function describe(listed: readonly Described[]): Promise<readonly object[]> {
  const all = await import('./commands.ts');
  return all.describe(listed.map(({ name }) => name));
}

function findCommand(words: readonly string[]): Listed | undefined {
  return COMMANDS.find(({ name }) => {
    const own = name.split(' ');
    return own.every((word, index) => words[index] === word);
  });
}

/**
 * Without a whole command: the commands of a noun, or all of them; as an error unless asked for.
 */
async function help(
  words: readonly string[],
  isAsked: boolean,
  terminal: Terminal,
): Promise<number> {
  // What follows the first option may be its value.
  const options = words.findIndex((word) => word.startsWith('-'));
  const [noun, verb] = options < 0 ? words : words.slice(0, options);
  const names = COMMANDS.map(({ name }) => name);
  const ofNoun = COMMANDS.filter(({ name }) => name.split(' ')[0] === noun);
  if (noun !== undefined && ofNoun.length === 0) {
    const nouns = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
    const meant = didYouMean(noun, nouns, MEANT[noun]);
    throw new UsageError(`There is no command "${noun}".${meant} See "paigham help".`);
  }
  const commands = noun === undefined ? COMMANDS : ofNoun;
  const text = overview(commands);
  if (isAsked) {
    terminal.print(words.includes('--json') ? asJson(await describe(commands)) : text);
    return DONE;
  }
  if (verb === undefined) throw new UsageError(text);
  const meant = didYouMean(`${noun} ${verb}`, names);
  throw new UsageError(`There is no command "${noun} ${verb}".${meant}\n\n${text}`);
}

/** What people look for, and what it is called here. */
const MEANT: Readonly<Record<string, string>> = { price: 'tariff set', cost: 'chat cost set' };

function didYouMean(words: string, candidates: readonly string[], known?: string): string {
  const meant = known ?? nearest(words, candidates);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

function faultOfCount({ args }: Described, given: number): string | undefined {
  const takesMore = args.at(-1)?.endsWith('…') === true;
  const missing = args[given];
  if (missing !== undefined && !missing.startsWith('[')) return `${missing} is missing.`;
  return given > args.length && !takesMore ? 'Too many arguments.' : undefined;
}

function givenOf({ args }: Described, { plain, options }: Arguments): Given {
  const placeOf = (name: string): number => {
    const place = args.indexOf(name);
    if (place < 0) throw new Error(`the command has no word ${name}`);
    return place;
  };
  return {
    arg: (name) => plain[placeOf(name)] ?? '',
    args: (name) => plain.slice(placeOf(name)),
    option: (name) => options.get(name),
    has: (name) => options.has(name),
  };
}

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
function overview(commands: readonly Described[] = COMMANDS): string {
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
    'login, send, status, balance, templates, prices, estimate, listen and send-file call the',
    'service with a key, and need nothing else of it; top reads its metrics. All others use',
    'its database, which is found by the settings DATABASE_URL and MASTER_KEY, or in the',
    'installation’s folder.',
    'ACCOUNT is an id or an exact name. "paigham --version" prints the version.',
    ASKS,
    CODES,
  ].join('\n');
}

/** One command in full. */
function explain(command: Described): string {
  const { about, options } = command;
  const own = options.length === 0 ? [] : ['', columns(optionRows(options))];
  return [`Usage: ${usageOf(command)}`, '', about, ...own].join('\n');
}
