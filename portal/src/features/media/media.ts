import { IconPhoto } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const media: Feature = {
  side: 'portal',
  pages: [{ path: '/media', load: () => import('./media-page.tsx') }],
  navigation: [
    {
      group: 'content',
      path: '/media',
      label: { en: 'Media', ur: 'میڈیا' },
      icon: IconPhoto,
      keywords: 'library pictures photos images videos documents pdf audio files upload header',
      isFor: scoped('read'),
    },
  ],
};
