import { IconHome } from '@tabler/icons-react';
import { isAgent, type Feature } from '../../shared/feature.ts';

export const home: Feature = {
  side: 'portal',
  pages: [{ path: '/', load: () => import('./home-page.tsx') }],
  navigation: [
    {
      group: 'home',
      path: '/',
      icon: IconHome,
      onBar: 1,
      isFor: (who) => !isAgent(who),
      label: { en: 'Home', ur: 'سرورق' },
    },
  ],
};
