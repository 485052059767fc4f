import type { Feature } from '../../shared/feature.ts';

export const register: Feature = {
  side: 'open',
  pages: [{ path: '/portal/register', load: () => import('./register-page.tsx') }],
};
