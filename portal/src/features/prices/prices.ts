import { IconReceipt } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const prices: Feature = {
  side: 'portal',
  pages: [{ path: '/prices', load: () => import('./prices-page.tsx') }],
  navigation: [
    {
      group: 'insight',
      path: '/prices',
      label: { en: 'Prices', ur: 'قیمتیں' },
      icon: IconReceipt,
      keywords: 'price list tariff cost estimate calculator rupees',
      isFor: scoped('read'),
    },
  ],
};
