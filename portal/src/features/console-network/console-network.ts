import {
  IconAddressBook,
  IconHeartbeat,
  IconPhoneOff,
  IconRoute,
  IconStack2,
} from '@tabler/icons-react';
import type { Feature, Who } from '../../shared/feature.ts';

const ROLES: readonly (string | null)[] = ['admin', 'operations'];
const isFor = ({ session }: Who): boolean => ROLES.includes(session.person.staff_role);

export const consoleNetwork: Feature = {
  side: 'console',
  pages: [
    { path: '/network', load: () => import('./network-page.tsx') },
    { path: '/network/explain', load: () => import('./explain-page.tsx') },
    { path: '/queues', load: () => import('./queues-page.tsx') },
    { path: '/numbers', load: () => import('./numbers-page.tsx') },
    { path: '/do-not-call', load: () => import('./do-not-call-page.tsx') },
    { path: '/health', load: () => import('./health-page.tsx') },
  ],
  navigation: [
    {
      group: 'staff',
      path: '/network',
      icon: IconRoute,
      isFor,
      onBar: 4,
      label: { en: 'Network', ur: 'نیٹ ورک' },
      keywords: 'links routes operators prefixes explain',
    },
    {
      group: 'staff',
      path: '/queues',
      icon: IconStack2,
      isFor,
      label: { en: 'Queues', ur: 'قطاریں' },
      keywords: 'waiting held lost answers receipts quarantine',
    },
    {
      group: 'staff',
      path: '/numbers',
      icon: IconAddressBook,
      isFor,
      label: { en: 'Numbers', ur: 'نمبر' },
      keywords: 'portability ported look-up chat WhatsApp',
    },
    {
      group: 'staff',
      path: '/do-not-call',
      icon: IconPhoneOff,
      isFor,
      label: { en: 'Do-not-call', ur: 'ڈو ناٹ کال رجسٹر' },
      keywords: 'DNCR PTA register import promotional dnc',
    },
    {
      group: 'staff',
      path: '/health',
      icon: IconHeartbeat,
      isFor,
      waits: 'faults',
      label: { en: 'Health', ur: 'نظام کی حالت' },
      keywords: 'doctor findings nodes disk database',
    },
  ],
};
