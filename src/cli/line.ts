/**
 * The staff's command line: operations by words. It finds the command, checks the words, connects,
 * runs and prints; what commands do is in commands/, what they change is in src/admin.
 */
import { readWords, type Arguments } from '../kit/arguments.ts';
import { nearest } from '../kit/nearest.ts';
import { Refusal, UsageError } from '../kit/refusal.ts';
import type { Command, Described, Given, Line } from './command.ts';
import { COMMANDS } from './commands/commands.ts';
import { explain, GLOBAL_OPTIONS, overview } from './help.ts';
import { asJson, harmless, printAnswer } from './print.ts';
import type { Remote, RemoteCommand } from './remote.ts';

export type Terminal = {
  /** Of this program. */
  readonly version: string;
  /** To standard output. */
  readonly print: (text: string) => void;
  /** To standard error. */
  readonly complain: (text: string) => void;
  /** For commands that ask the service. */
  readonly remote: Remote;
  /** Opens what commands work with, lends it to `work`, and closes it whatever happens. */
  readonly lend: (
    settings: { readonly dataDir: string | undefined },
    work: (line: Line) => Promise<number>,
  ) => Promise<number>;
};

const DONE = 0;
const REFUSED = 1;
const USAGE_ERROR = 2;

const HELP = new Set(['--help', '-h']);

/** Runs one command and gives the exit code. Rejects for bugs alone. */
export async function runLine(typed: readonly string[], terminal: Terminal): Promise<number> {
  const words = commandFirst(typed);
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

/** Options of every command may stand before it: `--json account list`. */
function commandFirst(typed: readonly string[]): readonly string[] {
  const [first = '', ...rest] = typed;
  const shape = GLOBAL_OPTIONS.find(({ name }) => first.split('=')[0] === `--${name}`);
  if (shape === undefined) return typed;
  const takesNext = shape.value !== undefined && !first.includes('=');
  const own = takesNext ? [first, ...rest.slice(0, 1)] : [first];
  return [...commandFirst(typed.slice(own.length)), ...own];
}

async function obey(words: readonly string[], terminal: Terminal): Promise<number> {
  const asksForHelp = words[0] === 'help' || words.some((word) => HELP.has(word));
  const asked = words.slice(words[0] === 'help' ? 1 : 0).filter((word) => !HELP.has(word));
  const command = findCommand(asked);
  if (command === undefined) return help(asked, asksForHelp, terminal);
  if (asksForHelp) {
    terminal.print(explain(command));
    return DONE;
  }
  const rest = asked.slice(command.name.split(' ').length);
  const read = readWords(rest, [...command.options, ...GLOBAL_OPTIONS]);
  const wrong = read.ok ? faultOfCount(command, read.arguments.plain.length) : read.sentence;
  if (!read.ok || wrong !== undefined) {
    throw new UsageError(`${wrong}\nSee "paigham ${command.name} --help".`);
  }
  return run(command, read.arguments, terminal);
}

function findCommand(words: readonly string[]): Command | RemoteCommand | undefined {
  return COMMANDS.find(({ name }) => {
    const parts = name.split(' ');
    return parts.every((part, index) => words[index] === part);
  });
}

/** Without a whole command: the commands of a noun, or all; unasked for, it is a complaint. */
function help(words: readonly string[], isAsked: boolean, terminal: Terminal): number {
  const [noun, verb] = words.filter((word) => !word.startsWith('-'));
  const names = COMMANDS.map(({ name }) => name);
  const ofNoun = COMMANDS.filter(({ name }) => name.split(' ')[0] === noun);
  if (noun !== undefined && ofNoun.length === 0) {
    const nouns = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
    const meant = didYouMean(noun, nouns);
    throw new UsageError(`There is no command "${noun}".${meant} See "paigham help".`);
  }
  const text = overview(noun === undefined ? COMMANDS : ofNoun);
  if (isAsked) {
    terminal.print(text);
    return DONE;
  }
  if (verb === undefined) throw new UsageError(text);
  const meant = didYouMean(`${noun} ${verb}`, names);
  throw new UsageError(`There is no command "${noun} ${verb}".${meant}\n\n${text}`);
}

function didYouMean(words: string, candidates: readonly string[]): string {
  const meant = nearest(words, candidates);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

function faultOfCount({ args }: Described, given: number): string | undefined {
  const takesMore = args.at(-1)?.endsWith('…') === true;
  const missing = args[given];
  if (missing !== undefined && !missing.startsWith('[')) return `${missing} is missing.`;
  return given > args.length && !takesMore ? 'There is a word too many.' : undefined;
}

async function run(
  command: Command | RemoteCommand,
  words: Arguments,
  terminal: Terminal,
): Promise<number> {
  const given = givenOf(command, words);
  if ('runRemote' in command) return runRemote(command, given, terminal);
  return terminal.lend({ dataDir: given.option('data-dir') }, async (line) => {
    const answer = await command.run(line, given);
    terminal.print(
      given.has('json')
        ? asJson(answer.full ?? answer.data)
        : printAnswer(answer, narrowing(words)),
    );
    return answer.isBad === true ? REFUSED : DONE;
  });
}

async function runRemote(
  command: RemoteCommand,
  given: Given,
  terminal: Terminal,
): Promise<number> {
  const { code, data, full, note } = await command.runRemote(terminal.remote, given);
  if (data === undefined) return code;
  const answer = { data, full, ...(note === undefined ? {} : { note }) };
  terminal.print(given.has('json') ? asJson(answer.full ?? answer.data) : printAnswer(answer));
  return code;
}

/** Options that choose among the rows of a list. */
function narrowing({ options }: Arguments): readonly string[] {
  const others = new Set(['limit', ...GLOBAL_OPTIONS.map(({ name }) => name)]);
  return [...options.keys()].filter((name) => !others.has(name));
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
