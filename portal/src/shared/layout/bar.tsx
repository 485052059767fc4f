/** On a phone: what is used most, within reach of the thumb; the rest is behind "More". */
import { Text, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Side, Who } from '../feature.ts';
import { useLocale } from '../i18n/use-locale.ts';
import classes from './bar.module.css';
import { Count, entriesFor, useIsHere } from './menu.tsx';
import { useWords } from './words.ts';

export function Bar({
  who,
  side,
  isMenuOpen,
  onMenu,
  onLeave,
}: {
  readonly who: Who;
  readonly side: Side;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onLeave: () => void;
}) {
  const t = useWords();
  const { locale } = useLocale();
  const isHere = useIsHere();
  const entries = entriesFor(side, who)
    .filter(({ onBar }) => onBar !== undefined)
    .toSorted((one, other) => (one.onBar ?? 0) - (other.onBar ?? 0));
  return (
    <div className={classes['bar']}>
      {entries.map((entry) => (
        <Link
          key={entry.address}
          to={entry.address}
          activeOptions={{ exact: entry.path === '/' }}
          onClick={onLeave}
          className={classes['place']}
          data-here={(!isMenuOpen && isHere(entry)) || undefined}
        >
          <Named icon={<entry.icon size={22} stroke={1.6} aria-hidden />} of={entry.label[locale]}>
            <Count of={entry} />
          </Named>
        </Link>
      ))}
      <UnstyledButton
        className={classes['place']}
        onClick={onMenu}
        aria-expanded={isMenuOpen}
        data-here={isMenuOpen || undefined}
      >
        <Named icon={<IconDots size={22} stroke={1.6} aria-hidden />} of={t('more')} />
      </UnstyledButton>
    </div>
  );
}

function Named({
  icon,
  of,
  children,
}: {
  readonly icon: ReactNode;
  readonly of: string;
  /** How much waits there. */
  readonly children?: ReactNode;
}) {
  return (
    <>
      <span className={classes['icon']}>
        {icon}
        <span className={classes['count']}>{children}</span>
      </span>
      <Text span className={classes['name']}>
        {of}
      </Text>
    </>
  );
}
