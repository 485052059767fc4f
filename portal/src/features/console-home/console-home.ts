import { IconActivity } from '@tabler/icons-react';
import type { Feature } from '../../shared/feature.ts';

export const consoleHome: Feature = {
  side: 'console',
  pages: [{ path: '/', load: () => import('./console-home-page.tsx') }],
  navigation: [
    {
      group: 'home',
      path: '/',
      icon: IconActivity,
      onBar: 1,
      label: { en: 'Overview', ur: 'جائزہ' },
    },
  ],
};
