import { IconMessages } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const messages: Feature = {
  side: 'portal',
  pages: [
    { path: '/messages', load: () => import('./messages-page.tsx') },
    { path: '/messages/$id', load: () => import('./message-page.tsx') },
  ],
  navigation: [
    {
      group: 'traffic',
      path: '/messages',
      label: { en: 'Messages', ur: 'پیغامات' },
      icon: IconMessages,
      onBar: 4,
      keywords: 'sms chat history delivery report',
      isFor: scoped('read'),
    },
  ],
};
