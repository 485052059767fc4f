import { IconListCheck } from '@tabler/icons-react';
import type { Feature } from '../../shared/feature.ts';

const ROLES: readonly (string | null)[] = ['admin', 'approvals', 'finance'];

export const consoleApprovals: Feature = {
  side: 'console',
  pages: [{ path: '/approvals', load: () => import('./approvals-page.tsx') }],
  navigation: [
    {
      group: 'staff',
      path: '/approvals',
      label: { en: 'Approvals', ur: 'منظوریاں' },
      icon: IconListCheck,
      onBar: 2,
      waits: 'approvals',
      keywords: 'senders templates verification documents credit second person',
      isFor: ({ session }) => ROLES.includes(session.person.staff_role),
    },
  ],
};
