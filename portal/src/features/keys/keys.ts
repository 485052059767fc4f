import { IconKey } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const keys: Feature = {
  side: 'portal',
  pages: [{ path: '/keys', load: () => import('./keys-page.tsx') }],
  navigation: [
    {
      group: 'account',
      path: '/keys',
      label: { en: 'API keys', ur: 'API کلیدیں' },
      icon: IconKey,
      keywords: 'profile key integration secret rotate',
      isFor: scoped('account'),
    },
  ],
};
