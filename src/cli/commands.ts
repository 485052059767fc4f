/** All commands in full: operations, those that call the running service, those for backups. */
import type { Definition, Given } from '../operations/operation.ts';
import { inputSchema } from '../operations/body.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { type Described, YES } from './described.ts';
import type { Remote, RemoteAnswer } from './remote.ts';
import { REMOTE_COMMANDS } from './remote-commands.ts';

export type RemoteCommand = Described & {
  /** Throws `Refusal` with a sentence for anything the caller can fix. */
  readonly runRemote: (remote: Remote, given: Given) => Promise<RemoteAnswer>;
};

export type Command =
  | (RemoteCommand & { readonly operation?: undefined })
  | (Described & { readonly operation: Definition });

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [...REMOTE_COMMANDS, ...OPERATIONS.map(commandOf)];

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

export function describe(names: readonly string[]): readonly object[] {
  return COMMANDS.filter(({ name }) => names.includes(name)).map(({ name, about, operation }) => {
    if (operation === undefined) return { name, about };
    const { who, audit = null } = operation;
    return { name, about, who, audit, input: inputSchema(operation) };
  });
}
