/**
 * Reads the settings from the command line, the environment and the settings file, in this order of
 * precedence, and the secrets from the latter two. The only file that reads the former two.
 * Everything that is wrong is reported at once, one sentence each; combinations are judged once
 * each setting is right.
 */
import { join, resolve } from 'node:path';
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

const PROJECT = join(import.meta.dirname, '../..');

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
      // Of the folder where the command was given.
      return schema.form === 'path' ? resolve(text) : text;
  }
}

/** A path's is in the program's folder, wherever the command is given. */
function defaultOf({ default: value, form }: SettingSchema): unknown {
  return form === 'path' && typeof value === 'string' ? resolve(PROJECT, value) : value;
}

/** What values the setting allows, for a message. */
export function describeType(schema: SettingSchema): string {
  const { type, items, minimum, maximum, form, maxLength } = schema;
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  if (items !== undefined) return `list of ${describeType(items)}`;
  if (type === 'integer') return `whole number, ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'true | false';
  return form ?? (maxLength === undefined ? 'text' : `text, up to ${maxLength} characters`);
}

function sentenceOf({ env, flag, schema }: Setting): string {
  const verb = flag === undefined ? 'does not have the right form: it must be' : 'must be:';
  return `${env} ${verb} ${describeType(schema)}.`;
}

/** An empty text counts as absent, as an empty variable does. */
function gather(list: readonly Setting[], texts: Environment): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { key, env, schema } of list) {
    const text = texts[env];
    const value = text === undefined || text === '' ? defaultOf(schema) : fromText(text, schema);
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
  readonly texts: Readonly<Record<string, string>>;
  /** A sentence for each thing that is wrong. */
  readonly wrong: readonly string[];
  readonly help: boolean;
};

const isSecret = (flag: string): boolean =>
  secretSettings.some(({ env }) => `--${env.toLowerCase().replaceAll('_', '-')}` === flag);

/** Reads `--port 81`, `--port=81`, `--simulators false` and, for switches, `--production`. */
function readFlags(args: readonly string[]): Flags {
  const texts: Record<string, string> = {};
  const wrong: string[] = [];
  let help = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', ...value] = arg.split('=');
    const setting = settings.find(({ flag }) => flag === name);
    if (arg === '--help' || arg === '-h') help = true;
    else if (!name.startsWith('-'))
      wrong.push('An argument without a name is not a setting: see --help.');
    else if (setting === undefined) {
      wrong.push(
        isSecret(name)
          ? `${name} cannot be given here, where others read it: see --help.`
          : `${name} is not a setting: see --help.`,
      );
      // What follows may be its value, and a secret: it is not quoted.
      if (rest[0]?.startsWith('-') === false) rest.shift();
    } else {
      if (texts[setting.env] !== undefined) wrong.push(`${name} is given twice.`);
      const text = value.length > 0 ? value.join('=') : takeValue(setting, rest);
      if (text === undefined) wrong.push(`${name} needs a value.`);
      else texts[setting.env] = text;
    }
  }
  return { texts, wrong, help };
}

/** The next word, if it can be the setting's value. A switch needs none. */
function takeValue({ schema }: Setting, rest: string[]): string | undefined {
  const [next] = rest;
  if (schema.type === 'boolean' && !BOOLEAN.test(next ?? '')) return 'true';
  return next?.startsWith('--') === true ? undefined : rest.shift();
}

/** Puts settings and secrets together, or says everything that is wrong with them. */
export function loadConfig(environment: Environment, args: readonly string[]): Loaded {
  const flags = readFlags(args);
  if (flags.help) return { kind: 'help' };
  const { texts: given, wrong: misread, strange } = readSources(environment);
  const config = gather(settings, { ...given, ...flags.texts });
  const secrets = gather(secretSettings, given);
  const wrong = [
    ...misread,
    ...flags.wrong,
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
