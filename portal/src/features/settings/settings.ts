import { IconSettings } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const settings: Feature = {
  side: 'portal',
  pages: [{ path: '/settings', load: () => import('./settings-page.tsx') }],
  navigation: [
    {
      group: 'account',
      path: '/settings',
      label: { en: 'Settings', ur: 'ترتیبات' },
      icon: IconSettings,
      keywords:
        'ip list whitelist addresses ported mnp always 200 lookalikes plan short links domain',
      isFor: scoped('account'),
    },
  ],
};
