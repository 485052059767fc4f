/**
 * Tokens and secrets for commands: from the environment, from standard input, or asked for. Never
 * from the command line, which every user of the machine can read, and never printed.
 */
import type { OptionShape } from '../kit/arguments.ts';
import { Refusal, UsageError } from '../kit/refusal.ts';
import type { Given, Line } from './command.ts';

export const SECRETS_STDIN: OptionShape = {
  name: 'secrets-stdin',
  about: 'reads secrets from standard input, lines such as token=…',
};

export type SecretShape = {
  /** In lines of standard input: `token`, `app_secret`. */
  readonly name: string;
  /** The variable of the environment. */
  readonly variable: string;
  /** What is asked at a terminal; undefined: it is not asked for. */
  readonly question: string | undefined;
};

export type ReadSecrets = Readonly<Record<string, string | undefined>>;

/** Each secret by its name: standard input before the environment before the terminal. */
export async function readSecrets(
  line: Line,
  given: Given,
  shapes: readonly SecretShape[],
): Promise<ReadSecrets> {
  const lines = given.has(SECRETS_STDIN.name) ? parseLines(await line.readInput(), shapes) : {};
  const read: Record<string, string | undefined> = {};
  for (const { name, variable, question } of shapes) {
    read[name] = lines[name] ?? line.variable(variable);
    if (read[name] === undefined && question !== undefined) {
      read[name] = await line.askSecret(question);
    }
  }
  return read;
}

/** A password from standard input, which is not stored when it is empty. */
export async function readPasswordInput({ readInput }: Line): Promise<string> {
  const password = (await readInput()).trimEnd();
  if (password !== '') return password;
  throw new UsageError('Standard input is empty: there is no password in it. Nothing was changed.');
}

function parseLines(input: string, shapes: readonly SecretShape[]): ReadSecrets {
  const names = shapes.map(({ name }) => name);
  const lines = input.split('\n').map((it) => it.trim());
  const fields = lines
    .filter((it) => it !== '')
    .map((it) => {
      const [, name = '', value = ''] = /^([a-z_]+)=(.*)$/.exec(it) ?? [];
      // What stands there may be a secret: it is not repeated.
      if (names.includes(name) && value.trim() !== '') return [name, value.trim()] as const;
      throw new Refusal(`Standard input must hold lines of ${names.join('=…, ')}=… alone.`);
    });
  if (fields.length === 0) {
    throw new UsageError('Standard input is empty: there is no secret in it. Nothing was changed.');
  }
  return Object.fromEntries(fields);
}
