import { NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { features } from '../../features.ts';
import { addressOf, GROUPS, type NavigationEntry, type Side, type Who } from '../feature.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Unread } from './unread.tsx';
import { Waits } from './waits.tsx';
import { useWords } from './words.ts';

const REPLIES = '/portal/replies';

/** The entries of `side` that this person sees, with their addresses. */
export function entriesFor(
  side: Side,
  who: Who,
): readonly (NavigationEntry & { readonly address: string })[] {
  return features
    .filter((feature) => feature.side === side)
    .flatMap(({ navigation = [] }) => navigation)
    .filter(({ isFor }) => isFor?.(who) ?? true)
    .map((entry) => ({ ...entry, address: addressOf(side, entry.path) }));
}

/** Whether this person may open the page with this pattern: `/portal/messages/$id`. */
export function mayOpen(side: Side, pattern: string, who: Who): boolean {
  const own = features.filter((it) => it.side === side);
  const feature = own.find(({ pages }) => pages.some((it) => addressOf(side, it.path) === pattern));
  const page = feature?.pages.find((it) => addressOf(side, it.path) === pattern);
  const isBelow = ({ path }: NavigationEntry): boolean =>
    `${pattern}/`.startsWith(`${addressOf(side, path)}/`);
  const isFor = page?.isFor ?? feature?.navigation?.find(isBelow)?.isFor;
  return isFor?.(who) ?? true;
}

type Entry = ReturnType<typeof entriesFor>[number];

/** Whether an entry of the menu is where one is. */
export function useIsHere(): (entry: Entry) => boolean {
  const current = useRouterState({ select: ({ location }) => location.pathname });
  return ({ path, address }) =>
    current === address || (path !== '/' && current.startsWith(`${address}/`));
}

/** How much waits at an entry. */
export function Count({ of: { waits, address } }: { readonly of: Entry }) {
  if (waits !== undefined) return <Waits of={waits} />;
  return address === REPLIES && <Unread />;
}

type Props = { readonly who: Who; readonly side: Side; readonly onLeave: () => void };

export function Menu({ who, side, onLeave }: Props) {
  const t = useWords();
  const { locale } = useLocale();
  const entries = entriesFor(side, who);
  const isHere = useIsHere();
  return (
    <ScrollArea type="never">
      {GROUPS.map((group) => {
        const own = entries.filter((entry) => entry.group === group);
        if (own.length === 0) return null;
        return (
          <Stack key={group} gap={2} mb="md">
            {group !== 'home' && (
              <Text size="xs" fw={600} c="dimmed" px="sm">
                {t(`group_${group}`)}
              </Text>
            )}
            {own.map((entry) => (
              <NavLink
                key={entry.address}
                component={Link}
                to={entry.address}
                activeOptions={{ exact: entry.path === '/' }}
                onClick={onLeave}
                label={entry.label[locale]}
                leftSection={<entry.icon size={18} stroke={1.6} aria-hidden />}
                rightSection={<Count of={entry} />}
                active={isHere(entry)}
                py={6}
              />
            ))}
          </Stack>
        );
      })}
    </ScrollArea>
  );
}
