import { IconUsers } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const people: Feature = {
  side: 'portal',
  pages: [{ path: '/people', load: () => import('./people-page.tsx') }],
  navigation: [
    {
      group: 'account',
      path: '/people',
      label: { en: 'People', ur: 'لوگ' },
      icon: IconUsers,
      keywords: 'users roles invite owner manager developer viewer team',
      isFor: scoped('account'),
    },
  ],
};
