/**
 * The key that encrypts secrets at rest, and a second one while it is changed. They come from the
 * MASTER_KEY setting, or from a file; an installation on the embedded database makes its own at the
 * first start.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Secrets } from './config-schema.ts';
import { keepSecret, prepareDataDir } from './data-dir.ts';
import type { Random } from './random.ts';
import { Refusal } from './refusal.ts';

const masterKeyBytes = 32;

/** 32 bytes each. The first seals; all of them open. */
export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]];

const ownFile = (dataDir: string): string => join(dataDir, 'master.key');

/** Whether the key is in the embedded database's folder: whoever takes one has both. */
export function isKeyBeside(dataDir: string): boolean {
  return existsSync(ownFile(dataDir));
}

/** Refuses a MASTER_KEY_FILE that would yield no key, or a different key than before. */
function checkKeyFile(file: string, dataDir: string, secrets: Secrets): void {
  if (existsSync(file)) {
    if ((statSync(file).mode & 0o007) === 0) return;
    throw new Refusal(`${file} can be read by every user of this machine: chmod 600 it.`);
  }
  if (isKeyBeside(dataDir)) {
    throw new Refusal(`${file} is not there, but ${ownFile(dataDir)} is: move that one there.`);
  }
  if (secrets.databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))) {
    throw new Refusal(
      `${file} is not there: restore the key of this installation; for a new one make it with ` +
        '"head -c 32 /dev/urandom | base64".',
    );
  }
}

/**
 * Makes DATA_DIR/master.key or the file that the settings name, readable by the service's user
 * alone, if nothing of the installation exists yet. Throws `Refusal` if the file does not contain
 * one or two keys.
 */
export function readMasterKeys(config: Config, secrets: Secrets, random: Random): MasterKeys {
  if (secrets.masterKey !== undefined) {
    const [first, ...others] = decode(secrets.masterKey);
    if (first !== undefined) return [first, ...others];
  }
  const dataDir = prepareDataDir(config.dataDir);
  const { masterKeyFile: file = ownFile(dataDir) } = config;
  if (config.masterKeyFile !== undefined) checkKeyFile(file, dataDir, secrets);
  const text = keepSecret(file, () => random.randomBytes(masterKeyBytes).toString('base64'));
  const [first, ...others] = decode(text);
  const isRight = [first, ...others].every((it) => it?.length === masterKeyBytes);
  if (first !== undefined && others.length <= 1 && isRight) return [first, ...others];
  throw new Refusal(
    `${file} does not hold ${masterKeyBytes} bytes in base64, or two lines of that: restore it.`,
  );
}

const decode = (text: string): readonly Buffer[] =>
  text.split(/[\s,]+/).map((it) => Buffer.from(it, 'base64'));
