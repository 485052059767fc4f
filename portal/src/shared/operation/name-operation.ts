import { useLocale } from '../i18n/use-locale.ts';
import { FAMILIES } from './operation-names.ts';
import { readName } from './read-name.ts';

const NAMES = new Map(FAMILIES.flatMap(({ operations }) => Object.entries(operations)));

/** What an operation is called: `useOperationName()('credit-add')` is `Add credit`. */
export function useOperationName(): (name: string) => string {
  const { locale } = useLocale();
  // The service may be newer than what is open in the browser.
  return (name) => NAMES.get(name)?.[locale] ?? readName(name);
}
