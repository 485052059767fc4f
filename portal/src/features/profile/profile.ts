import { IconUserCircle } from '@tabler/icons-react';
import type { Feature, NavigationEntry } from '../../shared/feature.ts';

const PAGES = [{ path: '/profile', load: () => import('./profile-page.tsx') }] as const;

const ENTRY = {
  path: '/profile',
  label: { en: 'Your profile', ur: 'آپ کا پروفائل' },
  icon: IconUserCircle,
  keywords: 'password language second factor 2fa totp passkey sessions sign out devices',
} as const satisfies Omit<NavigationEntry, 'group'>;

export const profile: Feature = {
  side: 'portal',
  pages: PAGES,
  navigation: [{ ...ENTRY, group: 'account' }],
};

/** The same for staff, who may have no account. */
export const consoleProfile: Feature = {
  side: 'console',
  pages: PAGES,
  navigation: [{ ...ENTRY, group: 'staff' }],
};
