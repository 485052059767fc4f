import { IconHistory } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const audit: Feature = {
  side: 'portal',
  pages: [{ path: '/audit', load: () => import('./audit-page.tsx') }],
  navigation: [
    {
      group: 'account',
      path: '/audit',
      label: { en: 'Audit', ur: 'آڈٹ' },
      icon: IconHistory,
      keywords: 'log history who changed looked',
      isFor: scoped('account'),
    },
  ],
};
