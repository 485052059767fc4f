import { IconAddressBook } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const contacts: Feature = {
  side: 'portal',
  pages: [
    { path: '/contacts', load: () => import('./contacts-page.tsx') },
    { path: '/contacts/person', load: () => import('../person/person-page.tsx') },
  ],
  navigation: [
    {
      group: 'traffic',
      path: '/contacts',
      label: { en: 'Contacts', ur: 'رابطے' },
      icon: IconAddressBook,
      keywords: 'customers people address book segments lists vcard import',
      isFor: scoped('read'),
    },
  ],
};
