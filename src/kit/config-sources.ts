/**
 * Where the text of a setting comes from: a variable, a line of the settings file, or, for a
 * secret, a file of its own. The prefix keeps our variables apart from others'; names without it
 * are read too, as they were before there was one. What they mean is not known here (config.ts).
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { secretSettings, settings } from './config-schema.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Sources = {
  /** By the names of settings, without the prefix. */
  readonly texts: Readonly<Record<string, string>>;
  /** A sentence for each thing that must be put right before a start. */
  readonly wrong: readonly string[];
  /** A sentence for each variable that has our prefix and means nothing. */
  readonly strange: readonly string[];
};

const PREFIX = 'PAIGHAM_';
const SETTINGS_FILE = 'PAIGHAM_SETTINGS';
const IN_FILE = '_FILE';

/** Of bin/paigham and the example programs, which may run with the same environment. */
const CALLERS = ['PAIGHAM_URL', 'PAIGHAM_KEY', 'PAIGHAM_WEBHOOK_SECRET'];

/** MASTER_KEY_FILE is a setting of its own: that file is checked, and made when it may be. */
const secrets = secretSettings.map(({ env }) => env).filter((env) => env !== 'MASTER_KEY');

const names: ReadonlySet<string> = new Set([
  ...[...settings, ...secretSettings].map(({ env }) => env),
  ...secrets.map((name) => name + IN_FILE),
]);

/** `said`: the name as somebody wrote it, for sentences about it. */
type Entry = { readonly said: string; readonly text: string };

type Entries = Map<string, Entry>;

function bareName(said: string): string {
  return said.startsWith(PREFIX) ? said.slice(PREFIX.length) : said;
}

/** An empty one counts as absent: that is how a compose file passes one that is not set. */
function readVariables(environment: Environment): Entries {
  const entries: Entries = new Map();
  for (const name of names) {
    for (const said of [name, PREFIX + name]) {
      const text = environment[said] ?? '';
      if (text !== '') entries.set(name, { said, text });
    }
  }
  return entries;
}

function readText(path: string): { readonly text: string } | { readonly code: string } {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { code };
  }
}

/** The first of what is wrong with a line, or undefined. Quotes nothing that could be a secret. */
function judgeLine(said: string, entries: Entries): string | undefined {
  if (said === '') return 'is not NAME=value.';
  if (!names.has(bareName(said))) return `has ${said}, which is not a setting: see --help.`;
  return entries.has(bareName(said)) ? `sets ${said} a second time.` : undefined;
}

/** Quotes around a value keep its blanks; they are no part of it. */
function readSettingsFile(path: string, wrong: string[]): Entries {
  const entries: Entries = new Map();
  const read = readText(path);
  if ('code' in read) {
    wrong.push(`${SETTINGS_FILE}: ${path} cannot be read (${read.code}).`);
    return entries;
  }
  for (const [index, line] of read.text.split('\n').entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const [, said = '', value = ''] = /^([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/.exec(text) ?? [];
    const fault = judgeLine(said, entries);
    if (fault !== undefined) wrong.push(`${SETTINGS_FILE}: line ${index + 1} of ${path} ${fault}`);
    else entries.set(bareName(said), { said, text: value.replace(/^"(.*)"$/, '$1') });
  }
  return entries;
}

/** Variables win: also one with a value over a file that holds it, and the other way round. */
function merge(file: Entries, variables: Entries): Entries {
  const merged = new Map([...file].filter(([, { text }]) => text !== ''));
  for (const name of variables.keys()) {
    merged.delete(name.endsWith(IN_FILE) ? name.slice(0, -IN_FILE.length) : name + IN_FILE);
  }
  return new Map([...merged, ...variables]);
}

/** Puts what secrets' files hold in the place of their paths. */
function readSecretFiles(entries: Entries, wrong: string[]): void {
  for (const name of secrets) {
    const [file, given] = [entries.get(name + IN_FILE), entries.get(name)];
    if (file === undefined) continue;
    entries.delete(name + IN_FILE);
    if (given !== undefined) {
      wrong.push(`${file.said} and ${given.said} are two ways to give one secret: set only one.`);
      continue;
    }
    const path = resolve(file.text);
    const read = readText(path);
    const text = 'code' in read ? '' : read.text.replace(/\r?\n$/, '');
    const fault = 'code' in read ? `cannot be read (${read.code})` : 'is empty';
    if (text === '') wrong.push(`${file.said}: ${path} ${fault}.`);
    else entries.set(name, { said: file.said, text });
  }
}

/** The texts of all settings that are given somewhere, command line apart. Throws nothing. */
export function readSources(environment: Environment): Sources {
  const wrong: string[] = [];
  const path = environment[SETTINGS_FILE] ?? '';
  const file: Entries = path === '' ? new Map() : readSettingsFile(resolve(path), wrong);
  const entries = merge(file, readVariables(environment));
  readSecretFiles(entries, wrong);
  const texts = Object.fromEntries([...entries].map(([name, { text }]) => [name, text]));
  const strange = Object.keys(environment)
    .filter((it) => it.startsWith(PREFIX) && it !== SETTINGS_FILE && !CALLERS.includes(it))
    .filter((it) => !names.has(bareName(it)))
    .map((it) => `${it} is not a setting, and is ignored: see --help.`);
  return { texts, wrong, strange };
}
