import type { Feature } from '../../shared/feature.ts';

/** Where the link of the mail leads: `#token=…`. Without one, the mail is asked for. */
export const reset: Feature = {
  side: 'open',
  pages: [{ path: '/portal/reset', load: () => import('./reset-page.tsx') }],
};
