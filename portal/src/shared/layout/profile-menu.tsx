import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconBook,
  IconHelp,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconSwitchHorizontal,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { signOut } from '../api/session.ts';
import type { Who } from '../feature.ts';
import { useSubmit } from '../form/use-submit.ts';
import { LanguageItems } from './language.tsx';
import { useWords } from './words.ts';

/** Language, colours, the way between portal and console, and out. */
export function ProfileMenu({ who }: { readonly who: Who }) {
  const t = useWords();
  const navigate = useNavigate();
  const { person } = who.session;
  const { run } = useSubmit(async () => {
    await signOut();
    await navigate({ to: '/' });
  });
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" radius="xl" size="lg" aria-label={t('me')}>
          <IconUserCircle size={26} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600}>
            {person.name}
          </Text>
          <Text size="xs" className="latin">
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('language')}</Menu.Label>
        <LanguageItems />
        <Menu.Label>{t('colours')}</Menu.Label>
        <ColourItems />
        <Menu.Divider />
        <OtherSide who={who} />
        <Menu.Item
          component="a"
          href="/docs/help/shop"
          leftSection={<IconHelp size={16} aria-hidden />}
        >
          {t('help')}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          {t('documentation')}
        </Menu.Item>
        <Menu.Item onClick={() => run()} leftSection={<IconLogout size={16} aria-hidden />}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const COLOURS = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const;

function ColourItems() {
  const t = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return COLOURS.map(([name, Icon]) => (
    <Menu.Item
      key={name}
      closeMenuOnClick={false}
      onClick={() => setColorScheme(name)}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={name === colorScheme ? <IconCheck size={14} aria-hidden /> : undefined}
    >
      {t(name)}
    </Menu.Item>
  ));
}

function OtherSide({ who }: { readonly who: Who }) {
  const t = useWords();
  const isConsole = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/console'),
  });
  if (who.session.person.staff_role === null) return null;
  return (
    <Menu.Item
      component={Link}
      to={isConsole ? '/portal' : '/console'}
      leftSection={<IconSwitchHorizontal size={16} aria-hidden />}
    >
      {t(isConsole ? 'to_portal' : 'to_console')}
    </Menu.Item>
  );
}
