import { IconSpeakerphone } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const campaigns: Feature = {
  side: 'portal',
  pages: [
    { path: '/campaigns', load: () => import('./campaigns-page.tsx') },
    {
      path: '/campaigns/new',
      isFor: scoped('send'),
      load: () => import('./new-campaign-page.tsx'),
    },
    { path: '/campaigns/$id', load: () => import('./campaign-page.tsx') },
  ],
  navigation: [
    {
      group: 'send',
      path: '/campaigns',
      label: { en: 'Campaigns', ur: 'مہمات' },
      icon: IconSpeakerphone,
      keywords: 'batch file csv excel bulk',
      isFor: scoped('read'),
    },
  ],
};
