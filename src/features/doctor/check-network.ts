/** Traffic from the network, and what could reach the network. */
import { listAudit } from '../audit/audit.sql.ts';
import { stampInZone } from '../../domain/policy/hours.ts';
import { fine, warning, type Finding, type CheckContext } from './finding.ts';

/** What a node writes to the audit log, at most once in this period, with the peer's address. */
export const FORWARDED_BY_STRANGER = 'proxy.not_trusted';
export const FORWARDED_QUIET_MS = 3_600_000;

/** Whether requests come through a proxy that TRUSTED_PROXIES does not name. */
export async function checkProxies({ reader, clock }: CheckContext): Promise<readonly Finding[]> {
  const subject = 'proxies';
  const { lines } = await listAudit(reader, { actions: [FORWARDED_BY_STRANGER], most: 1 });
  const [last] = lines;
  if (last === undefined || clock.nowMs() - last.atMs > 2 * FORWARDED_QUIET_MS) {
    return [fine(subject, 'No unlisted proxy has forwarded requests recently.')];
  }
  const peer = String(last.detail['peer']);
  return [
    warning(
      subject,
      `${peer} forwarded requests at ${stampInZone(last.atMs)} and is not in TRUSTED_PROXIES: if ` +
        'it is your proxy, add it there, or all its callers share its address.',
    ),
  ];
}

/** Whether a stranger's file could reach the network through the process that reads it. */
export async function checkReader({ isReaderAlone }: CheckContext): Promise<readonly Finding[]> {
  const subject = 'files';
  if (isReaderAlone === undefined) return [];
  if (await isReaderAlone())
    return [fine(subject, 'Files are read by processes without network access.')];
  return [
    warning(
      subject,
      'Files are read by processes that could open connections: this user may not create a ' +
        'network namespace ("unshare --net --map-root-user true" says why).',
    ),
  ];
}
