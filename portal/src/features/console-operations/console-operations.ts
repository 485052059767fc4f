import { IconTerminal2 } from '@tabler/icons-react';
import type { Feature } from '../../shared/feature.ts';

export const consoleOperations: Feature = {
  side: 'console',
  pages: [
    { path: '/operations', load: () => import('./operations-page.tsx') },
    { path: '/operations/$name', load: () => import('./operation-page.tsx') },
  ],
  navigation: [
    {
      group: 'staff',
      path: '/operations',
      label: { en: 'All operations', ur: 'تمام کارروائیاں' },
      icon: IconTerminal2,
      keywords: 'route link tariff operator prefix cap queue everything',
      isFor: ({ session }) => session.person.staff_role !== null,
    },
  ],
};
