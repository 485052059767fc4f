import { useTranslation } from 'react-i18next';
import { directionOf, type Locale } from './i18n.ts';

/** The language that is shown, and the direction that it is written in. */
export function useLocale(): { readonly locale: Locale; readonly direction: 'ltr' | 'rtl' } {
  const { i18n } = useTranslation();
  const locale: Locale = i18n.language === 'ur' ? 'ur' : 'en';
  return { locale, direction: directionOf(locale) };
}
