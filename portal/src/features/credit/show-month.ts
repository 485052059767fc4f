import { currentLocale } from '../../shared/i18n/i18n.ts';

/** `November 2026` for `2026-11`. */
export function showMonth(month: string): string {
  const language = currentLocale() === 'ur' ? 'ur-PK-u-nu-latn' : 'en-GB';
  return new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-15T00:00:00Z`));
}
