import { IconWallet } from '@tabler/icons-react';
import { scoped, type Feature } from '../../shared/feature.ts';

export const credit: Feature = {
  side: 'portal',
  pages: [
    { path: '/credit', load: () => import('./credit-page.tsx') },
    { path: '/credit/invoices', load: () => import('./invoices-page.tsx') },
    { path: '/credit/payments/$id', load: () => import('./payment-page.tsx') },
    { path: '/credit/$month', load: () => import('./statement-page.tsx') },
  ],
  navigation: [
    {
      group: 'insight',
      path: '/credit',
      label: { en: 'Credit', ur: 'کریڈٹ' },
      icon: IconWallet,
      keywords: 'balance ledger statement invoice receipt sales tax money pay card top-up',
      isFor: scoped('read'),
    },
  ],
};
