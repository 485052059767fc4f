import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import { isDiskFull } from '@paigham/base/disk-space.ts';
import type { HttpFault } from '@paigham/http/answer.ts';
import { isTransient } from '../kit/postgres/faults.ts';

/**
 * The failure catalogue's entry for an error of the HTTP layer, or of our own.
 * @param report logs an unexpected error, and returns the number under which it can be found.
 */
export function refuseHttpFault(fault: HttpFault, report: (error: unknown) => string): Refusal {
  switch (fault.kind) {
    case 'path_unknown':
    case 'method_not_allowed':
    case 'request_unencrypted':
      return refuse(fault.kind);
    case 'header_too_large':
      return refuse('header_too_large', { bytes: String(limit('headerBytes')) });
    case 'body_too_large':
      return refuse('body_too_large', { bytes: String(fault.bytes) });
    case 'no_room':
      return refuse('server_busy');
    case 'too_many_connections':
      return refuse('connections_many', { most: String(fault.most) });
    case 'too_slow':
      return refuse('request_too_slow');
    case 'unreadable':
      return refuse('request_unreadable', { why: fault.why });
    case 'unexpected':
      if (isTransient(fault.error)) return refuse('store_unavailable');
      if (isDiskFull(fault.error)) {
        report(fault.error);
        return refuse('disk_full');
      }
      return refuse('internal', { request: report(fault.error) });
  }
}
