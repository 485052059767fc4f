/**
 * The staff's command line: the desk by words. It finds the command, checks the words, connects,
 * runs and prints; what commands do is in commands/, what they change is in the desk.
 */
import { readWords, type Arguments } from '../../kit/arguments.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Command, Described, Given, Line } from './command.ts';
import { COMMANDS } from './commands/commands.ts';
import { explain, GLOBAL_OPTIONS, overview } from './help.ts';
import { printAnswer } from './print.ts';
import type { Remote, RemoteCommand } from './remote.ts';

export type Terminal = {
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
const WRONG_WORDS = 2;

/** Runs one command and gives the exit code. Rejects for bugs alone. */
export async function runLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const asksForHelp = words.includes('--help') || words[0] === 'help';
  const asked = words.filter((word) => word !== '--help' && word !== 'help');
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
    terminal.complain(`${wrong}\nSee "paigham ${command.name} --help".`);
    return WRONG_WORDS;
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
  const [noun, verb] = words;
  const ofNoun = COMMANDS.filter(({ name }) => name.split(' ')[0] === noun);
  if (noun !== undefined && ofNoun.length === 0) {
    terminal.complain(`There is no command "${noun}". See "paigham help".`);
    return WRONG_WORDS;
  }
  const text = overview(noun === undefined ? COMMANDS : ofNoun);
  if (isAsked) {
    terminal.print(text);
    return DONE;
  }
  terminal.complain(verb === undefined ? text : `There is no "${noun} ${verb}".\n\n${text}`);
  return WRONG_WORDS;
}

function faultOfCount({ args }: Described, given: number): string | undefined {
  const takesMore = args.at(-1)?.endsWith('…') === true;
  if (given < args.length) return `${args[given]} is missing.`;
  return given > args.length && !takesMore ? 'There is a word too many.' : undefined;
}

async function run(
  command: Command | RemoteCommand,
  words: Arguments,
  terminal: Terminal,
): Promise<number> {
  const given = givenOf(command, words);
  try {
    if ('runRemote' in command) return await runRemote(command, given, terminal);
    return await terminal.lend({ dataDir: given.option('data-dir') }, async (line) => {
      const answer = await command.run(line, given);
      const text = given.has('json')
        ? JSON.stringify(answer.full ?? answer.data, null, 2)
        : printAnswer(answer);
      terminal.print(text);
      return answer.isBad === true ? REFUSED : DONE;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    terminal.complain(error.message);
    return REFUSED;
  }
}

async function runRemote(
  command: RemoteCommand,
  given: Given,
  terminal: Terminal,
): Promise<number> {
  const { code, data, full, note } = await command.runRemote(terminal.remote, given);
  if (data === undefined) return code;
  const text = given.has('json')
    ? JSON.stringify(full ?? data, null, 2)
    : printAnswer({ data, ...(note === undefined ? {} : { note }) });
  terminal.print(text);
  return code;
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
