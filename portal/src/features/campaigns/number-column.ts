/** Where the numbers of a file are: as it was chosen, as for a file before, or as it looks. */
import type { FilePreview } from '../../shared/api/types.ts';

const CHOSEN = 'paigham.number-heading';

/** As it is compared: `Order no.` is `orderno`. */
export const plainOf = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** @param chosen letters, '' when nothing has been chosen for this file. */
export function numberColumnOf({ columns, number_column: guessed }: FilePreview, chosen: string) {
  if (columns.some(({ letter }) => letter === chosen)) return chosen;
  const before = localStorage.getItem(CHOSEN);
  const known = columns.find(({ heading }) => before !== null && plainOf(heading ?? '') === before);
  return known?.letter ?? guessed;
}

/** The next file with this heading has its numbers there, too. */
export function rememberNumberColumn({ columns }: FilePreview, chosen: string): void {
  const heading = plainOf(columns.find(({ letter }) => letter === chosen)?.heading ?? '');
  if (heading !== '') localStorage.setItem(CHOSEN, heading);
}
