import { IconId } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const senders: Feature = {
  side: 'portal',
  pages: [{ path: '/senders', load: () => import('./senders-page.tsx') }],
  navigation: [
    {
      group: 'content',
      path: '/senders',
      label: { en: 'Sender IDs', ur: 'بھیجنے والوں کے نام' },
      icon: IconId,
      keywords: 'mask brand simple branded short code otp 8584 name approval',
      isFor: scoped('read'),
    },
  ],
};
