import type { StaffOperation } from '../../shared/api/types.ts';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { OPERATION_ABOUTS } from '../../shared/operation/operation-abouts.ts';

/** What an operation does, in the reader's language. */
export function useOperationAbout(): (operation: StaffOperation) => string {
  const { locale } = useLocale();
  // The service may be newer than what is open in the browser.
  return ({ name, about }) => (locale === 'ur' ? OPERATION_ABOUTS[name] : undefined) ?? about;
}
