import { IconBrandWhatsapp } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const chatTemplates: Feature = {
  side: 'portal',
  pages: [
    { path: '/chat-templates', load: () => import('./chat-templates-page.tsx') },
    {
      path: '/chat-templates/new',
      isFor: scoped('templates'),
      load: () => import('./write-chat-template-page.tsx'),
    },
    { path: '/chat-templates/$id', load: () => import('./chat-template-page.tsx') },
    {
      path: '/chat-templates/$id/edit',
      isFor: scoped('templates'),
      load: () => import('./write-chat-template-page.tsx'),
    },
  ],
  navigation: [
    {
      group: 'content',
      path: '/chat-templates',
      label: { en: 'Chat templates', ur: 'چیٹ ٹیمپلیٹس' },
      icon: IconBrandWhatsapp,
      keywords: 'whatsapp header body footer buttons approval marketing utility authentication',
      isFor: scoped('read'),
    },
  ],
};
