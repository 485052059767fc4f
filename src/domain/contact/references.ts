/**
 * Values that refer to contacts: `Dear {{name|customer}}`. A send to contacts is a send from a file
 * (contract section 8), so each reference becomes a column of that file, with what stands for an
 * empty cell already in it.
 */
import { lettersOf, readColumnText } from '../template/column-text.ts';
import { CONTACT_COLUMNS, isFieldName } from './contact.ts';

/** A column of the file, after that of the numbers. */
export type ContactColumn = { readonly name: string; readonly fallback: string };

export type Referred =
  | {
      readonly kind: 'referred';
      /** With `#B#` instead of each reference. */
      readonly values: Readonly<Record<string, string>>;
      readonly columns: readonly ContactColumn[];
    }
  | { readonly kind: 'wrong'; readonly value: string; readonly rule: string };

const REFERENCE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/gu;
/** The column of the numbers is A. */
const FIRST_COLUMN = 2;

/** Replaces the references in the values of a send. */
export function referToColumns(given: Readonly<Record<string, string>>): Referred {
  const columns: ContactColumn[] = [];
  const values: Record<string, string> = {};
  for (const [value, text] of Object.entries(given)) {
    if (readColumnText(text).columns.length > 0) {
      const rule = 'must refer to contacts as {{name}}: #B# is a column of a file';
      return { kind: 'wrong', value, rule };
    }
    const strange = [...text.matchAll(REFERENCE)]
      .map(([, name = '']) => name.trim())
      .find((name) => !isColumn(name));
    if (strange !== undefined) {
      const rule = `must refer to name, mobile, language, tags or a field, not “${strange}”`;
      return { kind: 'wrong', value, rule };
    }
    values[value] = text.replaceAll(REFERENCE, (_, name: string, fallback?: string) => {
      const wanted = { name: name.trim(), fallback: fallback?.trim() ?? '' };
      return `#${lettersOf(placeOf(columns, wanted) + FIRST_COLUMN)}#`;
    });
  }
  return { kind: 'referred', values, columns };
}

const isColumn = (name: string): boolean =>
  (CONTACT_COLUMNS as readonly string[]).includes(name) || isFieldName(name);

/** Where a column is among the others; it is added if it is new. */
function placeOf(columns: ContactColumn[], wanted: ContactColumn): number {
  const at = columns.findIndex((it) => it.name === wanted.name && it.fallback === wanted.fallback);
  return at < 0 ? columns.push(wanted) - 1 : at;
}
