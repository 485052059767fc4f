/**
 * The key that encrypts account keys at rest. It comes from the MASTER_KEY setting, or from a file;
 * an installation on the embedded database makes its own at the first start.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Secrets } from './config-schema.ts';
import { keepSecret, prepareDataDir } from './data-dir.ts';
import type { Random } from './random.ts';
import { Refusal } from './refusal.ts';

const masterKeyBytes = 32;

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
 * The 32 bytes of the key. Makes DATA_DIR/master.key or the file that the settings name, readable
 * by the service's user alone, if nothing of the installation exists yet. Throws `Refusal` if
 * the file does not contain a key.
 */
export function readMasterKey(config: Config, secrets: Secrets, random: Random): Buffer {
  if (secrets.masterKey !== undefined) return Buffer.from(secrets.masterKey, 'base64');
  const dataDir = prepareDataDir(config.dataDir);
  const { masterKeyFile: file = ownFile(dataDir) } = config;
  if (config.masterKeyFile !== undefined) checkKeyFile(file, dataDir, secrets);
  const text = keepSecret(file, () => random.randomBytes(masterKeyBytes).toString('base64'));
  const key = Buffer.from(text, 'base64');
  if (key.length === masterKeyBytes) return key;
  throw new Refusal(`${file} does not hold ${masterKeyBytes} bytes in base64: restore it.`);
}
