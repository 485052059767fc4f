/**
 * Reads the settings from the command line, the environment and the settings file, in this order of
 * precedence, and the secrets from the latter two. The only file that reads the former two.
 * Everything that is wrong is reported at once, one sentence each.
 */
import { Value } from 'typebox/value';
import type { TSchema } from 'typebox';
import { rules } from './config-rules.ts';
import type { Config, Secrets, Setting, SettingSchema } from './config-schema.ts';
import { secretSettings, secretsSchema, settings, settingsSchema } from './config-schema.ts';
import { type Environment, readSources } from './config-sources.ts';

export type { Config, Role, Secrets } from './config-schema.ts';
export type { Environment } from './config-sources.ts';

export type Loaded =
  | {
      readonly kind: 'loaded';
      readonly config: Config;
      readonly secrets: Secrets;
      /** Sentences about what was ignored. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly sentences: readonly string[] };

/** The environment of this process. */
export function readEnvironment(): Environment {
  return process.env;
}

/** The words after the program's name. */
export function readArguments(): readonly string[] {
  return process.argv.slice(2);
}

const BOOLEAN = /^(1|true|yes|on|0|false|no|off)$/i;

/** The text as the setting's type, or unchanged if it cannot be converted: checked later. */
function fromText(text: string, schema: SettingSchema): unknown {
  switch (schema.type) {
    case 'integer':
      return /^\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return BOOLEAN.test(text) ? /^(1|true|yes|on)$/i.test(text) : text;
    case 'array':
      return text.split(',').map((item) => item.trim());
    default:
      return text;
  }
}

/** What values the setting allows, for a message. */
export function describeType(schema: SettingSchema): string {
  const { type, items, minimum, maximum } = schema;
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  if (items !== undefined) return `list of ${describeType(items)}`;
  if (type === 'integer') return `number, ${minimum} to ${maximum}`;
  return type === 'boolean' ? 'true | false' : 'text';
}

function sentenceOf({ env, flag, schema }: Setting): string {
  if (flag !== undefined) return `${env} must be: ${describeType(schema)}.`;
  return `${env} does not have the right form: ${schema.description}`;
}

/** An empty text counts as absent, as an empty variable does. */
function gather(list: readonly Setting[], texts: Environment): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { key, env, schema } of list) {
    const text = texts[env];
    const value = text === undefined || text === '' ? schema.default : fromText(text, schema);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

/** Messages for the members of `list` whose values `schema` rejects. */
function findWrong(schema: TSchema, list: readonly Setting[], values: object): string[] {
  const wrong = new Set(Value.Errors(schema, values).map((it) => it.instancePath.split('/')[1]));
  return list.filter(({ key }) => wrong.has(key)).map(sentenceOf);
}

type Flags = {
  readonly texts: Record<string, string>;
  readonly unknown: readonly string[];
  readonly unvalued: readonly string[];
  readonly help: boolean;
};

/** Reads `--port 81`, `--port=81`, `--simulators false` and, for switches, `--production`. */
function readFlags(args: readonly string[]): Flags {
  const texts: Record<string, string> = {};
  const unknown: string[] = [];
  const unvalued: string[] = [];
  let help = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', ...value] = arg.split('=');
    const setting = settings.find(({ flag }) => flag === name);
    if (arg === '--help' || arg === '-h') help = true;
    else if (!name.startsWith('-')) unknown.push('An argument without a name');
    else if (setting === undefined) {
      unknown.push(name);
      // What follows may be its value, and a secret: it is not quoted.
      if (rest[0]?.startsWith('-') === false) rest.shift();
    } else if (value.length > 0) texts[setting.env] = value.join('=');
    else if (setting.schema.type === 'boolean' && !BOOLEAN.test(rest[0] ?? ''))
      texts[setting.env] = 'true';
    else if (rest[0] === undefined || rest[0].startsWith('--')) unvalued.push(name);
    else texts[setting.env] = rest.shift() ?? '';
  }
  return { texts, unknown, unvalued, help };
}

/** Puts settings and secrets together, or says everything that is wrong with them. */
export function loadConfig(environment: Environment, args: readonly string[]): Loaded {
  const flags = readFlags(args);
  if (flags.help) return { kind: 'help' };
  const { texts, wrong: misread, strange } = readSources(environment);
  const config = gather(settings, { ...texts, ...flags.texts });
  const secrets = gather(secretSettings, texts);
  const wrong = [
    ...misread,
    ...flags.unknown.map((name) => `${name} is not a setting: see --help.`),
    ...flags.unvalued.map((name) => `${name} needs a value.`),
    ...findWrong(settingsSchema, settings, config),
    ...findWrong(secretsSchema, secretSettings, secrets),
  ];
  // What is missing may be there under a misspelt name.
  if (wrong.length > 0) return { kind: 'refused', sentences: [...wrong, ...strange] };
  const checked = { config: config as Config, secrets: secrets as Secrets };
  const broken = rules
    .filter(({ when }) => when === 'always' || checked.config.production)
    .filter((rule) => rule.isBroken(checked.config, checked.secrets))
    .map(({ sentence }) => sentence);
  if (broken.length > 0) return { kind: 'refused', sentences: [...broken, ...strange] };
  return { kind: 'loaded', ...checked, warnings: strange };
}
