import { IconWebhook } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const webhooks: Feature = {
  side: 'portal',
  pages: [
    { path: '/webhooks', load: () => import('./webhooks-page.tsx') },
    { path: '/webhooks/$id', load: () => import('./webhook-page.tsx') },
  ],
  navigation: [
    {
      group: 'account',
      path: '/webhooks',
      label: { en: 'Webhooks', ur: 'ویب ہک' },
      icon: IconWebhook,
      keywords: 'events callback url delivery log secret integration',
      isFor: scoped('account'),
    },
  ],
};
