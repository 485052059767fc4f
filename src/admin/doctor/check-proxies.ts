import { listAudit } from '../../store/audit/list-audit.ts';
import { stampInZone } from '../../domain/policy/zone.ts';
import { fine, warning, type Finding, type CheckContext } from './finding.ts';

/** What a node writes into the audit, once in this time at most, with the address of the peer. */
export const FORWARDED_BY_STRANGER = 'proxy.not_trusted';
export const FORWARDED_QUIET_MS = 3_600_000;

/** Whether requests come by a proxy that TRUSTED_PROXIES does not name. */
export async function checkProxies({ reader, clock }: CheckContext): Promise<readonly Finding[]> {
  const subject = 'proxies';
  const { lines } = await listAudit(reader, { actions: [FORWARDED_BY_STRANGER], most: 1 });
  const [last] = lines;
  if (last === undefined || clock.nowMs() - last.atMs > 2 * FORWARDED_QUIET_MS) {
    return [fine(subject, 'None but those of TRUSTED_PROXIES has passed requests on lately.')];
  }
  return [
    warning(
      subject,
      `${String(last.detail['peer'])} passed requests on at ${stampInZone(last.atMs)}; ` +
        'TRUSTED_PROXIES lacks it: if it is your proxy, name it there, or all its callers have ' +
        'its address.',
    ),
  ];
}
