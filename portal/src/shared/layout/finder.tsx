import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEventHandler } from 'react';
import type { Side, Who } from '../feature.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { entriesFor } from './menu.tsx';
import { useWords } from './words.ts';

const TYPING_MS = 200;
const LEAST_LETTERS = 2;

/**
 * Who types at once after Ctrl-K is faster than the field, which gets the focus when it has
 * appeared: until then its letters are kept here.
 */
function useEarlyKeys(setText: (change: (text: string) => string) => void) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const take = (event: KeyboardEvent): void => {
      if (document.activeElement?.closest('[role="dialog"]')) return setOpen(false);
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      setText((text) => text + event.key);
    };
    globalThis.addEventListener('keydown', take, { capture: true });
    return () => globalThis.removeEventListener('keydown', take, { capture: true });
  }, [isOpen, setText]);
  return { onSpotlightOpen: () => setOpen(true), onSpotlightClose: () => setOpen(false) };
}

/** What the service finds comes after the letters, unselected: Enter means the first of it. */
const openFirst: KeyboardEventHandler<HTMLInputElement> = ({ key, currentTarget }) => {
  const dialog = currentTarget.closest('[role="dialog"]');
  if (key !== 'Enter' || !dialog || dialog.querySelector('[data-selected]')) return;
  dialog.querySelector<HTMLElement>('[data-action]')?.click();
};

/** Ctrl-K: every page by its name in either language; for staff also what the service knows. */
export function Finder({ who, side }: { readonly who: Who; readonly side: Side }) {
  const t = useWords();
  const navigate = useNavigate();
  const { locale } = useLocale();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  const early = useEarlyKeys(setText);
  // Fields keep their slash.
  useHotkeys([['/', spotlight.open]]);
  const { data: found = [] } = useQuery({
    queryKey: ['find', locale, asked],
    // Names of operations are loaded when somebody looks for one.
    queryFn: async () =>
      (await import('../operation/find-console.ts')).findInConsole(asked, locale),
    enabled: side === 'console' && asked.length >= LEAST_LETTERS,
  });
  const pages = entriesFor(side, who).map((entry) => ({
    id: entry.address,
    label: entry.label[locale],
    keywords: [entry.label.en, entry.label.ur, entry.keywords ?? ''],
    leftSection: <entry.icon size={18} stroke={1.6} aria-hidden />,
    onClick: () => void navigate({ to: entry.address }),
  }));
  const things = (asked === text.trim() ? found : []).map(
    ({ address, label, about }): SpotlightActionData => ({
      id: address,
      label,
      description: about,
      // The service has chosen them already.
      keywords: [text],
      onClick: () => void navigate({ to: address }),
    }),
  );
  return (
    <Spotlight
      actions={[...pages, ...things]}
      query={text}
      onQueryChange={setText}
      {...early}
      nothingFound={t('find_nothing')}
      // The frame opens it, which is there before.
      shortcut={null}
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t(side === 'console' ? 'find_placeholder_staff' : 'find_placeholder'),
        'aria-label': t('find_placeholder'),
        onKeyDown: openFirst,
      }}
    />
  );
}
