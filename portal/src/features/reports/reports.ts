import { IconChartBar } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const reports: Feature = {
  side: 'portal',
  pages: [{ path: '/reports', load: () => import('./reports-page.tsx') }],
  navigation: [
    {
      group: 'insight',
      path: '/reports',
      label: { en: 'Reports', ur: 'رپورٹیں' },
      icon: IconChartBar,
      keywords: 'response times waited usage statistics delivery rate chart',
      isFor: scoped('read'),
    },
  ],
};
