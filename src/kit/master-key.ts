/**
 * The key that encrypts account keys at rest. It comes from the MASTER_KEY setting; an
 * installation on the embedded database makes its own at the first start.
 */
import { join } from 'node:path';
import type { Config, Secrets } from './config-schema.ts';
import { keepSecret, prepareDataDir } from './data-dir.ts';
import type { Random } from './random.ts';
import { Refusal } from './refusal.ts';

const masterKeyBytes = 32;

/**
 * The 32 bytes of the key. Makes DATA_DIR/master.key, readable by the service's user alone, when
 * neither it nor the setting is there. Throws `Refusal` when the file does not hold a key.
 */
export function readMasterKey(config: Config, secrets: Secrets, random: Random): Buffer {
  if (secrets.masterKey !== undefined) return Buffer.from(secrets.masterKey, 'base64');
  const file = join(prepareDataDir(config.dataDir), 'master.key');
  const text = keepSecret(file, () => random.randomBytes(masterKeyBytes).toString('base64'));
  const key = Buffer.from(text, 'base64');
  if (key.length === masterKeyBytes) return key;
  throw new Refusal(`${file} does not hold ${masterKeyBytes} bytes in base64: restore it.`);
}
