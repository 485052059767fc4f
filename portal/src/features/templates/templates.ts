import { IconTemplate } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const templates: Feature = {
  side: 'portal',
  pages: [
    { path: '/templates', load: () => import('./templates-page.tsx') },
    {
      path: '/templates/new',
      isFor: scoped('templates'),
      load: () => import('./new-template-page.tsx'),
    },
    {
      path: '/templates/wordings',
      isFor: scoped('templates'),
      load: () => import('./wordings-page.tsx'),
    },
    { path: '/templates/$id', load: () => import('./template-page.tsx') },
    {
      path: '/templates/$id/edit',
      isFor: scoped('templates'),
      load: () => import('./edit-template-page.tsx'),
    },
  ],
  navigation: [
    {
      group: 'content',
      path: '/templates',
      label: { en: 'SMS templates', ur: 'SMS ٹیمپلیٹس' },
      icon: IconTemplate,
      keywords: 'fixed-sms-templates wording approval pta category otp',
      isFor: scoped('read'),
    },
  ],
};
