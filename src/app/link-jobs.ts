import { MINUTE_MS, SECOND_MS } from '../domain/durations.ts';
import type { Clicks } from '../features/short-links/clicks.ts';
import { lookAtLinkDomains } from '../features/short-links/link-domains.operations.ts';
import type { LookAtHost } from '../features/hosts/hosts.operations.ts';
import type { Admin } from '../operations/admin.ts';
import type { NodeJob } from './jobs.ts';

/** Of short links in texts: who opened them, and whether accounts' domains still lead here. */
export function linkJobs(of: {
  readonly clicks: Clicks;
  readonly admin: Admin;
  readonly look: LookAtHost;
}): readonly NodeJob[] {
  const { clicks, admin, look } = of;
  return [
    {
      name: 'write clicks',
      everyMs: SECOND_MS,
      on: ['api'],
      isDue: clicks.hasAny,
      run: clicks.write,
    },
    {
      name: 'look at link domains',
      everyMs: 10 * MINUTE_MS,
      on: ['worker'],
      isLong: true,
      run: () => lookAtLinkDomains(admin, look),
    },
  ];
}
