import { IconShieldCheck } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const verification: Feature = {
  side: 'portal',
  pages: [{ path: '/verification', load: () => import('./verification-page.tsx') }],
  navigation: [
    {
      group: 'account',
      path: '/verification',
      label: { en: 'Verification', ur: 'تصدیق' },
      icon: IconShieldCheck,
      keywords: 'identity card cnic face agreement letterhead tax ntn strn kyc demo text',
      isFor: scoped('read'),
    },
  ],
};
