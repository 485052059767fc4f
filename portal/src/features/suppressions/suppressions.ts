import { IconPhoneOff } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const suppressions: Feature = {
  side: 'portal',
  pages: [{ path: '/suppressions', load: () => import('./suppressions-page.tsx') }],
  navigation: [
    {
      group: 'traffic',
      path: '/suppressions',
      label: { en: 'Blocked numbers', ur: 'روکے گئے نمبر' },
      icon: IconPhoneOff,
      keywords: 'opt out stop unsubscribe do not send block list',
      isFor: scoped('read'),
    },
  ],
};
