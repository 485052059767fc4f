import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Side, Who } from '../feature.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { entriesFor } from './menu.tsx';
import { useWords } from './words.ts';

/** Ctrl-K: every page by its name in either language. */
export function Finder({ who, side }: { readonly who: Who; readonly side: Side }) {
  const t = useWords();
  const navigate = useNavigate();
  const { locale } = useLocale();
  const actions = entriesFor(side, who).map((entry) => ({
    id: entry.address,
    label: entry.label[locale],
    keywords: [entry.label.en, entry.label.ur, entry.keywords ?? ''],
    leftSection: <entry.icon size={18} stroke={1.6} aria-hidden />,
    onClick: () => void navigate({ to: entry.address }),
  }));
  return (
    <Spotlight
      actions={actions}
      nothingFound={t('find_nothing')}
      shortcut={['mod + K', '/']}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('find_placeholder'),
        'aria-label': t('find_placeholder'),
      }}
    />
  );
}
