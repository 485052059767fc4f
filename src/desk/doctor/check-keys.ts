import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { listNewestKeys } from '../../store/health/read-keys.ts';
import { fault, fine, type Finding, type Patient } from './finding.ts';

/** Enough to notice that MASTER_KEY was changed at some time, without opening every key. */
const KEYS = 50;

/** Whether MASTER_KEY is the one that the API keys were sealed and hashed with. */
export async function checkMasterKey({ reader, seal }: Patient): Promise<readonly Finding[]> {
  const subject = 'master key';
  const keys = await listNewestKeys(reader, KEYS);
  const broken = keys.filter(({ accountId, hash, sealed }) => {
    const apiKey = seal.open(sealed, SEAL_PURPOSES.apiKey(accountId));
    return apiKey === undefined || seal.hash(apiKey) !== hash;
  });
  if (broken.length === 0) return [fine(subject, `It opens the newest ${keys.length} API keys.`)];
  const accounts = [...new Set(broken.map(({ accountId }) => accountId))].join(', ');
  return [
    fault(
      subject,
      `It does not open ${broken.length} of the newest ${keys.length} API keys ` +
        `(accounts ${accounts}): restore the MASTER_KEY that made them, or rotate those keys.`,
    ),
  ];
}
