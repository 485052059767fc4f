import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const chatNumbers: Feature = {
  side: 'portal',
  pages: [
    { path: '/chat-numbers', load: () => import('./chat-numbers-page.tsx') },
    { path: '/chat-numbers/connect', load: () => import('./connect-page.tsx') },
  ],
  navigation: [
    {
      group: 'account',
      path: '/chat-numbers',
      label: { en: 'WhatsApp numbers', ur: 'واٹس ایپ نمبر' },
      icon: IconDeviceMobileMessage,
      keywords: 'chat connect business account token phone number id default',
      isFor: scoped('account'),
    },
  ],
};
