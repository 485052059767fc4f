import type { Feature } from '../../shared/feature.ts';

export const join: Feature = {
  side: 'open',
  pages: [{ path: '/join/$code', load: () => import('./join-page.tsx') }],
};
