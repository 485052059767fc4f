import { IconSend } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const send: Feature = {
  side: 'portal',
  pages: [{ path: '/send', load: () => import('./send-page.tsx') }],
  navigation: [
    {
      group: 'send',
      path: '/send',
      label: { en: 'Send', ur: 'بھیجیں' },
      icon: IconSend,
      onBar: 2,
      keywords: 'sms chat message new price preview',
      isFor: scoped('send'),
    },
  ],
};
