import { IconInbox } from '@tabler/icons-react';
import { isAgent, scoped, type Feature } from '../../shared/feature.ts';

export const replies: Feature = {
  side: 'portal',
  pages: [
    { path: '/replies', load: () => import('./replies-page.tsx') },
    { path: '/replies/$id', load: () => import('./replies-page.tsx') },
  ],
  navigation: [
    {
      group: 'traffic',
      path: '/replies',
      label: { en: 'Replies', ur: 'جوابات' },
      icon: IconInbox,
      onBar: 3,
      keywords: 'inbox conversations chat answer assign unread label',
      isFor: (who) => isAgent(who) || scoped('read')(who),
    },
  ],
};
