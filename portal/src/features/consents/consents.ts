import { IconUserCheck } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const consents: Feature = {
  side: 'portal',
  pages: [{ path: '/consents', load: () => import('./consents-page.tsx') }],
  navigation: [
    {
      group: 'traffic',
      path: '/consents',
      label: { en: 'Consents', ur: 'رضامندیاں' },
      icon: IconUserCheck,
      keywords: 'opt in opt-in form qr code permission marketing withdraw',
      isFor: scoped('read'),
    },
  ],
};
