import { hashedOf } from '../../domain/testing/test-mode.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { readDemo } from '../audit/audit.sql.ts';
import { listNewestKeys } from '../keys/keys.sql.ts';
import { fault, fine, warning, type Finding, type CheckContext } from './finding.ts';

/** Enough to notice that MASTER_KEY was changed at some point, without opening every key. */
const KEYS = 50;

const beside = (dataDir: string): Finding =>
  warning(
    'master key',
    `It is stored next to the database in ${dataDir}: whoever gets the folder can read every ` +
      'API key. Move master.key elsewhere and set its path in MASTER_KEY_FILE.',
  );

/** Whether MASTER_KEY is the one that the API keys were sealed and hashed with. */
export async function checkMasterKey(context: CheckContext): Promise<readonly Finding[]> {
  const { reader, seal, dataDir, isKeyBeside = false } = context;
  const subject = 'master key';
  const keys = await listNewestKeys(reader, { most: KEYS });
  const broken = keys.filter(({ accountId, hash, sealed }) => {
    const apiKey = seal.open(sealed, SEAL_PURPOSES.apiKey(accountId));
    return apiKey === undefined || seal.hash(hashedOf(apiKey)) !== hash;
  });
  if (broken.length === 0) {
    const opens =
      keys.length === 0
        ? fine(subject, 'There is no API key yet that it could be tried on.')
        : fine(subject, `It decrypts the newest ${keys.length} API keys.`);
    if (dataDir === undefined || !isKeyBeside) return [opens];
    return (await readDemo(reader)) === undefined ? [opens, beside(dataDir)] : [opens];
  }
  const accounts = [...new Set(broken.map(({ accountId }) => accountId))].join(', ');
  return [
    fault(
      subject,
      `It does not decrypt ${broken.length} of the newest ${keys.length} API keys ` +
        `(accounts ${accounts}): restore the MASTER_KEY that made them, or rotate those keys.`,
    ),
  ];
}
