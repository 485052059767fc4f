import { fallBack } from '../batches/fall-back.ts';
import { MINUTE_MS, SECOND_MS } from '../domain/durations.ts';
import type { Clicks } from '../features/short-links/clicks.ts';
import { lookAtLinkDomains } from '../features/short-links/link-domains.operations.ts';
import type { Admin } from '../operations/admin.ts';
import type { NodeJob } from './jobs.ts';
import type { Background } from './open-journey.ts';
import { createLookAtHost } from './look-at-host.ts';

export type OfCampaigns = { readonly callers: { readonly clicks: Clicks } };

/**
 * Of campaigns: texts that follow chat messages, who opened short links, and whether accounts'
 * domains still lead here.
 */
export function campaignJobs(
  { deps, closing, takeIn, work }: Pick<Background, 'deps' | 'closing' | 'takeIn' | 'work'>,
  admin: Admin,
  clicks: Clicks,
): readonly NodeJob[] {
  const look = createLookAtHost(deps.files.fetching);
  return [
    {
      name: 'fall back',
      everyMs: 2 * SECOND_MS,
      on: ['worker'],
      isLong: true,
      isDue: () => work.has('hasFallbacks'),
      run: () => fallBack({ ...closing, ...deps, takeIn }),
    },
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
