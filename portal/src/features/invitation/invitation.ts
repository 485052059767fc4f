import type { Feature } from '../../shared/feature.ts';

/** Where the link of the mail leads: `#token=…`. */
export const invitation: Feature = {
  side: 'open',
  pages: [{ path: '/portal/invitation', load: () => import('./invitation-page.tsx') }],
};
