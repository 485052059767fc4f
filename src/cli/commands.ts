/** All commands: the operations, those that call the running service, and those for backups. */
import type { Definition, Given } from '../admin/operation.ts';
import { OPERATIONS } from '../admin/operations.ts';
import type { OptionShape } from '../kit/arguments.ts';
import type { Remote, RemoteAnswer } from './remote.ts';
import { BACKUP_COMMANDS } from './backup.ts';
import { INTEGRATOR_COMMANDS } from './integrate.ts';
import { listenCommand } from './listen.ts';
import { sendFileCommand } from './send-file/send-file.ts';
import { topCommand } from './top/top.ts';

/** What help says about a command, and how its words are read. */
export type Described = {
  /** A noun and a verb: `account set`. */
  readonly name: string;
  /** As help names them: `ACCOUNT`. A last `WORD…` takes several, a last `[WORD]` is optional. */
  readonly args: readonly string[];
  readonly options: readonly OptionShape[];
  readonly about: string;
};

export type RemoteCommand = Described & {
  /** Throws `Refusal` with a sentence for anything the caller can fix. */
  readonly runRemote: (remote: Remote, given: Given) => Promise<RemoteAnswer>;
};

export type Command =
  | (RemoteCommand & { readonly operation?: undefined })
  | (Described & { readonly operation: Definition });

const YES: OptionShape = { name: 'yes', about: 'skips confirmation' };

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

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  ...INTEGRATOR_COMMANDS,
  listenCommand,
  sendFileCommand,
  topCommand,
  ...BACKUP_COMMANDS,
  ...OPERATIONS.map(commandOf),
];

function commandOf(operation: Definition): Command {
  const fields = Object.values(operation.input);
  const options = fields.flatMap((field) => field.options);
  return {
    name: operation.name,
    about: operation.about,
    args: fields.flatMap(({ argument }) => (argument === undefined ? [] : [argument])),
    options: operation.asksFirst ? [...options, YES] : options,
    operation,
  };
}
