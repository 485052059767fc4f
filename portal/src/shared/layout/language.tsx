import { Button, Group, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { api } from '../api/api.ts';
import { refresh } from '../api/queries.ts';
import { useSubmit } from '../form/use-submit.ts';
import { chooseBeforeSignIn, chooseLocale, LOCALES, type Locale } from '../i18n/i18n.ts';
import { useLocale } from '../i18n/use-locale.ts';

/** Each language in its own words. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', ur: 'اردو' };

/** For the menu of whoever is signed in: their mails, and other browsers, follow. */
export function LanguageItems() {
  const { locale } = useLocale();
  const { run } = useSubmit(async (chosen: Locale) => {
    await chooseLocale(chosen);
    await api.call('changeMe', { body: { locale: chosen } });
    await refresh('session');
  });
  return LOCALES.map((it) => (
    <Menu.Item
      key={it}
      lang={it}
      onClick={() => run(it)}
      rightSection={it === locale ? <IconCheck size={14} aria-hidden /> : undefined}
    >
      {LOCALE_NAMES[it]}
    </Menu.Item>
  ));
}

/** For pages without a menu. */
export function LanguageSwitch() {
  const { locale } = useLocale();
  return (
    <Group justify="center" gap="xs">
      {LOCALES.filter((it) => it !== locale).map((it) => (
        <Button
          key={it}
          lang={it}
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => void chooseBeforeSignIn(it)}
        >
          {LOCALE_NAMES[it]}
        </Button>
      ))}
    </Group>
  );
}
