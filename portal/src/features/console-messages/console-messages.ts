import { IconMessageSearch } from '@tabler/icons-react';
import type { Feature } from '../../shared/feature.ts';

const ROLES: readonly (string | null)[] = ['admin', 'operations'];

export const consoleMessages: Feature = {
  side: 'console',
  pages: [
    { path: '/messages', load: () => import('./find-page.tsx') },
    { path: '/messages/$id', load: () => import('./one-page.tsx') },
  ],
  navigation: [
    {
      group: 'staff',
      path: '/messages',
      label: { en: 'Find a message', ur: 'پیغام تلاش کریں' },
      icon: IconMessageSearch,
      onBar: 3,
      keywords: 'code did not come support number search',
      isFor: ({ session }) => ROLES.includes(session.person.staff_role),
    },
  ],
};
