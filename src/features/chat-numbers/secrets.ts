import { Refusal, UsageError } from '@paigham/base/refusal.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { Field, InputSource } from '../../operations/operation.ts';

/** The credentials of a business account: a token and its app's secrets. */
export type Secrets = {
  readonly token?: string | undefined;
  readonly appSecret?: string | undefined;
  readonly verifyToken?: string | undefined;
};

type SecretShape = {
  readonly key: keyof Secrets;
  /** Its name in the lines of standard input. */
  readonly name: string;
  /** The environment variable. */
  readonly variable: string;
  /** The question at a terminal; undefined: it is not asked for. */
  readonly question: string | undefined;
};

const TOKEN: SecretShape = {
  key: 'token',
  name: 'token',
  variable: 'CHAT_TOKEN',
  question: 'Access token: ',
};
const APP_SECRET: SecretShape = {
  key: 'appSecret',
  name: 'app_secret',
  variable: 'CHAT_APP_SECRET',
  question: 'App secret: ',
};
const VERIFY_TOKEN: SecretShape = {
  key: 'verifyToken',
  name: 'verify_token',
  variable: 'CHAT_VERIFY_TOKEN',
  question: undefined,
};

const STDIN = 'secrets-stdin';
const SECRET = Type.String({ format: 'password' });
const GIVEN = Type.Object({
  token: Type.Optional(SECRET),
  app_secret: Type.Optional(SECRET),
  verify_token: Type.Optional(SECRET),
});
type GivenSecrets = Static<typeof GIVEN>;
const FIELD = {
  need: 'optional',
  options: [{ name: STDIN, about: 'reads secrets from standard input, in lines such as token=…' }],
  schema: GIVEN,
  inBody: { name: 'secrets', schema: GIVEN },
  take(value: unknown) {
    const { token, app_secret: appSecret, verify_token: verifyToken } = value as GivenSecrets;
    return { value: { token, appSecret, verifyToken } };
  },
} as const;

/**
 * Secrets from standard input, from the environment, or from a prompt: never from the command line,
 * which every user of the machine can read, and never printed.
 */
export const givenSecrets: Field<Secrets, 'optional'> = {
  ...FIELD,
  read: (given, source) => readSecrets(given.has(STDIN), source, [TOKEN, APP_SECRET, VERIFY_TOKEN]),
};

/**
 * Replacements for existing secrets: from standard input and, for what it leaves out, the
 * environment.
 */
export const newSecrets: Field<Secrets, 'optional'> = {
  ...FIELD,
  read: (given, source) => {
    const shapes = [TOKEN, APP_SECRET].map((it) => ({ ...it, question: undefined }));
    return given.has(STDIN) ? readSecrets(true, source, shapes) : undefined;
  },
};

async function readSecrets(
  fromInput: boolean,
  source: InputSource,
  shapes: readonly SecretShape[],
): Promise<Secrets> {
  const lines = fromInput ? parseLines(await source.readInput(), shapes) : {};
  const read: Partial<Record<keyof Secrets, string | undefined>> = {};
  for (const { key, name, variable, question } of shapes) {
    read[key] = lines[name] ?? source.variable(variable);
    if (read[key] === undefined && question !== undefined) {
      read[key] = await source.askSecret(question);
    }
  }
  return read;
}

function parseLines(
  input: string,
  shapes: readonly SecretShape[],
): Readonly<Record<string, string>> {
  const names = shapes.map(({ name }) => name);
  const lines = input.split('\n').map((it) => it.trim());
  const fields = lines
    .filter((it) => it !== '')
    .map((it) => {
      const [, name = '', value = ''] = /^([a-z_]+)=(.*)$/.exec(it) ?? [];
      // The line may hold a secret, so it is not repeated.
      if (names.includes(name) && value.trim() !== '') return [name, value.trim()] as const;
      throw new Refusal(`Standard input must hold lines of ${names.join('=…, ')}=…, nothing else.`);
    });
  if (fields.length === 0) {
    throw new UsageError('Standard input is empty: it must hold the secrets. Nothing changed.');
  }
  return Object.fromEntries(fields);
}

const LONGEST_SECRET = 1_000;

/** What is wrong with a token or secret, without repeating it. */
export function faultOfSecret(secret: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(secret) && secret.length <= LONGEST_SECRET) return undefined;
  return `must have 1 to ${LONGEST_SECRET} printable characters without spaces`;
}
