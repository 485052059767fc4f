import type { Foundation } from '../app.ts';
import { FORWARDED_BY_STRANGER, FORWARDED_QUIET_MS } from '../admin/doctor/check-network.ts';
import { insertAudit } from '../store/audit.ts';

/**
 * Told of every request that a peer passes on without being a trusted proxy. Says so once an hour,
 * in the log and, for the doctor, in the audit: if it is a proxy of ours, all of its callers have
 * its address.
 */
export function createForwardedAlarm({ db, clock, log }: Foundation): (peer: string) => void {
  let quietUntilMs = 0;
  return (peer) => {
    if (clock.monotonicMs() < quietUntilMs) return;
    quietUntilMs = clock.monotonicMs() + FORWARDED_QUIET_MS;
    log.warn({ peer }, 'requests are passed on by a peer that TRUSTED_PROXIES does not name');
    const line = { actor: 'service', action: FORWARDED_BY_STRANGER, detail: { peer } };
    db.transact((transaction) => insertAudit(transaction, undefined, line, clock.nowMs())).catch(
      (error: unknown) => log.warn({ error }, 'an audit line could not be written'),
    );
  };
}
