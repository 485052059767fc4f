/**
 * The key that encrypts secrets at rest, and a second one while it is changed. They come from the
 * MASTER_KEY setting, or from a file; an installation on the embedded database makes its own at the
 * first start.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Secrets } from './config-schema.ts';
import { keepSecret, prepareDataDir, reasonOf } from '@paigham/base/data-dir.ts';
import type { Random } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';

const masterKeyBytes = 32;

/** 32 bytes each. The first seals; all of them open. */
export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]];

const ownFile = (dataDir: string): string => join(dataDir, 'master.key');

const fileOf = ({ masterKeyFile, dataDir }: Config): string => masterKeyFile ?? ownFile(dataDir);

/** Whether the key is in the embedded database's folder: whoever takes one has both. */
export function isKeyBeside(config: Config, secrets: Secrets): boolean {
  const own = ownFile(config.dataDir);
  if (secrets.databaseUrl !== undefined || !existsSync(own)) return false;
  const used = decode(secrets.masterKey ?? readFileSync(fileOf(config), 'utf8').trim());
  const there = decode(readFileSync(own, 'utf8').trim());
  return used.some((key) => there.some((it) => it.equals(key)));
}

/** Where the key comes from, for a sentence about a wrong one. */
export function sourceOf(config: Config, secrets: Secrets): string {
  if (secrets.masterKey !== undefined) return 'MASTER_KEY';
  const from =
    config.masterKeyFile === undefined ? 'MASTER_KEY_FILE is not set' : 'MASTER_KEY_FILE';
  return `The key in ${fileOf(config)} (${from})`;
}

/** Refuses a file that would yield no key, or a different key than before. */
function checkKeyFile(config: Config, dataDir: string, secrets: Secrets): void {
  const [file, own] = [fileOf(config), ownFile(dataDir)];
  const isNamed = config.masterKeyFile !== undefined;
  if (existsSync(file)) {
    if (statSync(file).isDirectory())
      throw new Refusal(`${file} is a folder, not a file of a key.`);
    if (!isNamed || (statSync(file).mode & 0o007) === 0) return;
    throw new Refusal(`${file} can be read by every user of this machine: chmod 600 it.`);
  }
  if (isNamed && existsSync(own)) {
    throw new Refusal(`${file} is not there, but ${own} is: move that one there.`);
  }
  if (secrets.databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) return;
  throw new Refusal(
    isNamed
      ? `${file} is not there: restore the key of this installation; for a new one make it with ` +
          '"head -c 32 /dev/urandom | base64".'
      : `${file} is not there, but a database is: name the file that holds its key in ` +
          'MASTER_KEY_FILE, which may be missing from the settings, or restore the key.',
  );
}

/**
 * Makes DATA_DIR/master.key or the file that the settings name, readable by the service's user
 * alone, if nothing of the installation exists yet, and calls `onMade` with it. Throws `Refusal` if
 * the file does not contain one or two keys.
 */
export function readMasterKeys(
  config: Config,
  secrets: Secrets,
  random: Random,
  onMade: (file: string) => void = () => undefined,
): MasterKeys {
  if (secrets.masterKey !== undefined) {
    const [first, ...others] = decode(secrets.masterKey);
    if (first !== undefined) return [first, ...others];
  }
  checkKeyFile(config, prepareDataDir(config.dataDir), secrets);
  const file = fileOf(config);
  const isNew = !existsSync(file);
  const [first, ...others] = decode(keepKey(file, random));
  if (isNew) onMade(file);
  const isRight = [first, ...others].every((it) => it?.length === masterKeyBytes);
  if (first !== undefined && others.length <= 1 && isRight) return [first, ...others];
  throw new Refusal(
    `${file} does not hold ${masterKeyBytes} bytes in base64, or two lines of that: restore it.`,
  );
}

function keepKey(file: string, random: Random): string {
  try {
    return keepSecret(file, () => random.randomBytes(masterKeyBytes).toString('base64'));
  } catch (error) {
    throw new Refusal(`The master key in ${file} cannot be read or made: ${reasonOf(error)}.`);
  }
}

const decode = (text: string): readonly Buffer[] =>
  text.split(/[\s,]+/).map((it) => Buffer.from(it, 'base64'));
