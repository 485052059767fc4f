/**
 * The command line: operations by words. It finds the command, reads its input, connects, runs it
 * and prints. What the commands are is in src/admin/operations.ts.
 */
import type {
  Agree,
  Definition,
  Given,
  InputSource,
  OperationContext,
} from '../admin/operation.ts';
import { inputSchema, readInput, sentenceOf } from '../admin/operation.ts';
import { readWords, type Arguments } from '../kit/arguments.ts';
import { nearest } from '../kit/nearest.ts';
import { Refusal, UsageError } from '../kit/refusal.ts';
import { COMMANDS, GLOBAL_OPTIONS, type Command } from './commands.ts';
import { explain, overview } from './help.ts';
import { asJson, harmless, printAnswer } from './print.ts';
import type { Remote } from './remote.ts';

/** What operations work with, and the person at the terminal. */
export type Line = OperationContext &
  Omit<InputSource, 'nowMs' | 'reader'> & {
    /** Puts a question with yes or no to whoever sits at the terminal; undefined: nobody does. */
    readonly confirm: (question: string) => Promise<boolean | undefined>;
  };

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

/** The first words of commands that had another name once. */
const RENAMED = new Map([['lost', 'unconfirmed']]);

/** Runs one command and gives the exit code. Rejects for bugs alone. */
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
    terminal.print(words.includes('--json') ? asJson(describe(command)) : explain(command));
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

/** A command for programs. */
function describe({ name, about, operation }: Command): object {
  if (operation === undefined) return { name, about };
  const { who, audit = null } = operation;
  return { name, about, who, audit, input: inputSchema(operation) };
}

function findCommand(words: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => {
    const own = name.split(' ');
    return own.every((word, index) => words[index] === word);
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
  const commands = noun === undefined ? COMMANDS : ofNoun;
  const text = overview(commands);
  if (isAsked) {
    terminal.print(words.includes('--json') ? asJson(commands.map(describe)) : text);
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

function faultOfCount({ args }: Command, given: number): string | undefined {
  const takesMore = args.at(-1)?.endsWith('…') === true;
  const missing = args[given];
  if (missing !== undefined && !missing.startsWith('[')) return `${missing} is missing.`;
  return given > args.length && !takesMore ? 'Too many arguments.' : undefined;
}

async function run(command: Command, words: Arguments, terminal: Terminal): Promise<number> {
  const given = givenOf(command, words);
  const { operation } = command;
  if (operation === undefined) {
    const { code, data, ...answer } = await command.runRemote(terminal.remote, given);
    if (data === undefined) return code;
    const shown = { ...answer, data };
    terminal.print(given.has('json') ? asJson(answer.full ?? data) : printAnswer(shown));
    return code;
  }
  return terminal.lend({ dataDir: given.option('data-dir') }, async (line) => {
    const source = { ...line, nowMs: () => line.admin.clock.nowMs() };
    const input = await readInput(operation, given, source);
    const outcome = await operation.perform(line, input, agreeAt(line, given));
    if (!outcome.ok) {
      throw new Refusal(sentenceOf(operation, outcome, given));
    }
    const answer = outcome.value;
    terminal.print(
      given.has('json')
        ? asJson(answer.full ?? answer.data)
        : printAnswer(answer, narrowing(words, operation)),
    );
    return answer.isBad === true ? REFUSED : DONE;
  });
}

/**
 * Puts what a change would do to the person at the terminal, and asks whether to go on.
 * @throws Refusal when the answer is no; UsageError when nobody is there and --yes is missing.
 */
function agreeAt(line: Line, given: Given): Agree {
  return async (consequences) => {
    if (consequences.length === 0 || given.has('yes')) return;
    const shown = consequences.join('\n');
    const answer = await line.confirm(`${shown}\nGo on? [y/N] `);
    if (answer === undefined) {
      throw new UsageError(`${shown}\nNothing was changed: add --yes to do it without asking.`);
    }
    if (!answer) throw new Refusal('Nothing was changed.');
  };
}

/** Options that choose among the rows of a list. */
function narrowing({ options }: Arguments, { input }: Definition): readonly string[] {
  const own = Object.values(input).flatMap((field) => field.options.map(({ name }) => name));
  return [...options.keys()].filter((name) => name !== 'limit' && own.includes(name));
}

function givenOf({ args }: Command, { plain, options }: Arguments): Given {
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
