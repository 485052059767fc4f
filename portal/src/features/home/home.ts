import { IconHome } from '@tabler/icons-react';
import type { Feature } from '../../shared/feature.ts';

export const home: Feature = {
  side: 'portal',
  pages: [{ path: '/', load: () => import('./home-page.tsx') }],
  navigation: [
    {
      group: 'home',
      path: '/',
      icon: IconHome,
      onBar: 1,
      label: { en: 'Home', ur: 'سرورق' },
    },
  ],
};
