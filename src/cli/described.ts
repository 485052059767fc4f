/**
 * What help and the check of words need of a command. All of them are written down in commands.json
 * (`npm run commands`): what the commands do takes ten times as long to load.
 */
import type { OptionShape } from '../kit/arguments.ts';
import { readShipped } from '../kit/shipped.ts';

/** What help says about a command, and how its words are read. */
export type Described = {
  /** A noun and a verb: `account set`. */
  readonly name: string;
  /** As help names them: `ACCOUNT`. A last `WORD…` takes several, a last `[WORD]` is optional. */
  readonly args: readonly string[];
  readonly options: readonly OptionShape[];
  readonly about: string;
};

/** A row of commands.json. */
export type Listed = Described & {
  /** It calls the running service, or works on backups (remote-commands.ts); else an operation. */
  readonly isRemote: boolean;
};

/** Every command, in the order in which help lists them. */
export function listCommands(): readonly Listed[] {
  return readShipped(import.meta.dirname, 'commands.json') as readonly Listed[];
}

/** For commands that ask first. */
export const YES: OptionShape = { name: 'yes', about: 'skips confirmation' };

/** Options that every command has. */
export const GLOBAL_OPTIONS: readonly OptionShape[] = [
  YES,
  { name: 'json', about: 'prints JSON, errors too (to standard error)' },
  {
    name: 'data-dir',
    value: 'FOLDER',
    about: 'the folder of the installation (default: DATA_DIR, else data in the project’s folder)',
  },
  { name: 'help', about: 'explains a command; -h' },
];

export const DONE = 0;
export const REFUSED = 1;
