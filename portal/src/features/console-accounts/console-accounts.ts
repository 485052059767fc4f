import {
  IconBuildingBank,
  IconBuildingStore,
  IconCoins,
  IconCreditCard,
  IconFileInvoice,
  IconHistory,
} from '@tabler/icons-react';
import type { Feature, Who } from '../../shared/feature.ts';

const PAID_ROLES: readonly (string | null)[] = ['admin', 'finance'];
const ROLES: readonly (string | null)[] = ['admin', 'finance', 'operations'];

export const consoleAccounts: Feature = {
  side: 'console',
  pages: [
    { path: '/accounts', load: () => import('./accounts-page.tsx') },
    { path: '/accounts/$id', load: () => import('./account-page.tsx') },
    { path: '/payments', load: () => import('./payments-page.tsx') },
    { path: '/bank-transfers', load: () => import('./bank-transfers-page.tsx') },
    { path: '/invoices', load: () => import('./invoices-page.tsx') },
    { path: '/prices', load: () => import('./prices-page.tsx') },
    { path: '/audit', load: () => import('./audit-page.tsx') },
  ],
  navigation: [
    {
      group: 'staff',
      path: '/accounts',
      icon: IconBuildingStore,
      label: { en: 'Accounts', ur: 'اکاؤنٹس' },
      keywords: 'customers credit top-up plan disable see as',
    },
    {
      group: 'staff',
      path: '/payments',
      icon: IconCreditCard,
      label: { en: 'Payments', ur: 'ادائیگیاں' },
      keywords: 'checkout gateway card paid differs finance',
      isFor: ({ session }: Who) => PAID_ROLES.includes(session.person.staff_role),
    },
    {
      group: 'staff',
      path: '/bank-transfers',
      icon: IconBuildingBank,
      label: { en: 'Bank transfers', ur: 'بینک ٹرانسفر' },
      keywords: 'slip reference finance confirm iban',
      isFor: ({ session }: Who) => PAID_ROLES.includes(session.person.staff_role),
    },
    {
      group: 'staff',
      path: '/invoices',
      icon: IconFileInvoice,
      label: { en: 'Invoices', ur: 'انوائسیں' },
      keywords: 'receipts sales tax return credit note strn ntn finance',
      isFor: ({ session }: Who) => PAID_ROLES.includes(session.person.staff_role),
    },
    {
      group: 'staff',
      path: '/prices',
      icon: IconCoins,
      label: { en: 'Prices', ur: 'قیمتیں' },
      keywords: 'tariffs rates chat look-up',
      isFor: ({ session }: Who) => ROLES.includes(session.person.staff_role),
    },
    {
      group: 'staff',
      path: '/audit',
      icon: IconHistory,
      label: { en: 'Audit', ur: 'آڈٹ' },
      keywords: 'log history who changed looked',
    },
  ],
};
