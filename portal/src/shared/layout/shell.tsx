/** The frame of the portal and of the console: header, menu, and the page. */
import { AppShell, Button, Group, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { sessionQuery, useWho } from '../api/session.ts';
import type { Side } from '../feature.ts';
import { AccountSwitch } from './account-switch.tsx';
import { AccountBell, StaffBell } from './bell.tsx';
import { Bar } from './bar.tsx';
import { NotForRole } from '../page/faults.tsx';
import { mayOpen, Menu } from './menu.tsx';
import { SeenBanner } from './seen-banner.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { useWords } from './words.ts';

/** Nobody waits for it: what asks for it earlier opens it once it is there. */
const Finder = lazy(async () => ({ default: (await import('./finder.tsx')).Finder }));

/** The frame, while somebody is signed in; else the way to the sign-in, and back. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const here = useRouterState({ select: ({ location }) => location.href });
  if (session?.state === 'open') return <Frame />;
  // While it leads away, the place is already another.
  const isHere = here.startsWith('/portal') || here.startsWith('/console');
  return session === undefined || !isHere ? null : (
    <Navigate to="/" search={{ back: here }} replace />
  );
}

function Frame() {
  const t = useWords();
  const who = useWho();
  const [isOpen, menu] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const pattern = useRouterState({
    // The root, the side, and a page: an address without a page has none for any role.
    select: ({ matches: [, , page] }): string => String(page?.fullPath ?? ''),
  });
  // Also from within a field.
  useHotkeys([['mod+K', spotlight.open]], [], true);
  const side: Exclude<Side, 'open'> = path.startsWith('/console') ? 'console' : 'portal';
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      footer={{ height: { base: 60, md: 0 } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap">
            <Link to={`/${side}`} className="as-link">
              <Text fw={700} size="lg" c="teal">
                {t('brand')}
              </Text>
            </Link>
            <AccountSwitch who={who} side={side} />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSearch size={14} aria-hidden />}
              onClick={spotlight.open}
              rightSection={
                <Text span size="xs" c="dimmed" dir="ltr">
                  Ctrl K
                </Text>
              }
              visibleFrom="sm"
            >
              {t('find')}
            </Button>
            {side === 'console' ? <StaffBell /> : <AccountBell />}
            <ProfileMenu who={who} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('menu')}>
        <Menu who={who} side={side} onLeave={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {who.isSeen && side === 'portal' && <SeenBanner who={who} />}
        {mayOpen(side, pattern, who) ? <Outlet /> : <NotForRole />}
      </AppShell.Main>
      <AppShell.Footer component="nav" hiddenFrom="md" aria-label={t('bar')}>
        <Bar {...{ who, side, isMenuOpen: isOpen, onMenu: menu.toggle, onLeave: menu.close }} />
      </AppShell.Footer>
      <Suspense>
        <Finder who={who} side={side} />
      </Suspense>
    </AppShell>
  );
}
