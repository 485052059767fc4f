import { MINUTE_MS, SECOND_MS } from '../domain/durations.ts';
import type { Clicks } from '../features/short-links/clicks.ts';
import { lookAtLinkDomains } from '../features/short-links/link-domains.operations.ts';
import type { Admin } from '../operations/admin.ts';
import type { NodeJob } from './jobs.ts';
import type { Background } from './open-journey.ts';
import { createLookAtHost } from './look-at-host.ts';

export type OfLinks = { readonly callers: { readonly clicks: Clicks } };

/** Of short links in texts: who opened them, and whether accounts' domains still lead here. */
export function linkJobs(
  { deps }: Pick<Background, 'deps'>,
  admin: Admin,
  clicks: Clicks,
): readonly NodeJob[] {
  const look = createLookAtHost(deps.files.fetching);
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
