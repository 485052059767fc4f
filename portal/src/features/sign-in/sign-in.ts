import type { Feature } from '../../shared/feature.ts';

export const signIn: Feature = {
  side: 'open',
  pages: [{ path: '/', load: () => import('./sign-in-page.tsx') }],
};
