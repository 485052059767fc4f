/**
 * Values that refer to contacts: `Dear {{name|customer}}`. A send to contacts is a send from a file
 * (contract section 8), so each reference becomes a column of that file, with what stands for an
 * empty cell already in it.
 */
import { lettersOf, readColumnText } from '../template/column-text.ts';
import { CONTACT_COLUMNS, isFieldName } from './contact.ts';

/** A column of the file, after that of the numbers. */
export type ContactColumn = { readonly name: string; readonly fallback: string };

type Referred<Values> =
  | {
      readonly kind: 'referred';
      /** With `#B#` instead of each reference. */
      readonly values: Values;
      readonly columns: readonly ContactColumn[];
    }
  | { readonly kind: 'wrong'; readonly value: string; readonly rule: string };

const REFERENCE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/gu;
/** The column of the numbers is A. */
const FIRST_COLUMN = 2;

/**
 * Replaces the references in the values of a send, in texts at any depth.
 * @param columns those of other values of the same send, which get more
 */
export function referToColumns<Value>(
  given: Readonly<Record<string, Value>>,
  columns: ContactColumn[] = [],
): Referred<Readonly<Record<string, Value>>> {
  for (const [value, inner] of Object.entries(given)) {
    const rule = textsIn(inner)
      .map(ruleOf)
      .find((it) => it !== undefined);
    if (rule !== undefined) return { kind: 'wrong', value, rule };
  }
  const values = mapTexts(given, (text) =>
    text.replaceAll(REFERENCE, (_, name: string, fallback?: string) => {
      const wanted = { name: name.trim(), fallback: fallback?.trim() ?? '' };
      return `#${lettersOf(placeOf(columns, wanted) + FIRST_COLUMN)}#`;
    }),
  ) as Readonly<Record<string, Value>>;
  return { kind: 'referred', values, columns };
}

/** What is wrong with a text; undefined: nothing. */
function ruleOf(text: string): string | undefined {
  if (readColumnText(text).columns.length > 0) {
    return 'must refer to contacts as {{name}}: #B# is a column of a file';
  }
  const strange = [...text.matchAll(REFERENCE)]
    .map(([, name = '']) => name.trim())
    .find((name) => !isColumn(name));
  if (strange === undefined) {
    const isHalf = /\{\{|\}\}/u.test(text.replaceAll(REFERENCE, ''));
    return isHalf ? 'must close what it opens: {{name}}, with two braces on each side' : undefined;
  }
  return `must refer to name, mobile, language, tags or a field, not “${strange}”`;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same JSON with other texts. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((it) => mapTexts(it, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]),
  );
}

const isColumn = (name: string): boolean =>
  (CONTACT_COLUMNS as readonly string[]).includes(name) || isFieldName(name);

/** Where a column is among the others; it is added if it is new. */
function placeOf(columns: ContactColumn[], wanted: ContactColumn): number {
  const at = columns.findIndex((it) => it.name === wanted.name && it.fallback === wanted.fallback);
  return at < 0 ? columns.push(wanted) - 1 : at;
}
