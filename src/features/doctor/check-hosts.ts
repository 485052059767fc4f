import { DAY_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { type AccountRecord, findAccount } from '../accounts/accounts.sql.ts';
import { type HostRecord, listHosts } from '../hosts/hosts.sql.ts';
import { fine, warning, type Finding, type CheckContext } from './finding.ts';

const BY = {
  dns: 'proven by the DNS',
  file: 'proven by a file on it',
  staff: 'given by staff',
} as const;

/** Which accounts own which domains, and what keeps claimed or proven ones from taking effect. */
export async function checkHosts({ reader, clock }: CheckContext): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const host of await listHosts(reader, { accountId: undefined })) {
    const account = await findAccount(reader, { accountId: host.accountId });
    findings.push(checkHost(host, account, clock.nowMs()));
  }
  return findings;
}

function checkHost(
  { host, accountId, proof, sinceMs }: HostRecord,
  account: AccountRecord | undefined,
  nowMs: number,
): Finding {
  const subject = `domain ${host}`;
  const since = new Date(sinceMs).toISOString().slice(0, 10);
  const whose = `Account ${accountId}`;
  const standing = account?.state === 'disabled' ? 'disabled' : 'not verified';
  if (account?.state === 'disabled' || account?.verified !== true) {
    return warning(subject, `${whose} is ${standing}: its claim of ${since} does not count.`);
  }
  if (proof !== undefined)
    return fine(subject, `${whose} has had it since ${since}, ${BY[proof]}.`);
  const claims = `${whose} claimed it on ${since}`;
  const claimed = `${claims} and has not proven it: it does not count.`;
  const isOld = nowMs - sinceMs > limit('hostClaimDays') * DAY_MS;
  return isOld ? warning(subject, claimed) : fine(subject, claimed);
}
