/** Patterns for `like` and `ilike` that find a text as it stands. */
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Letters that an Arabic keyboard has where an Urdu one has others, and digits of both. */
const ARABIC = 'يىكهة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';
const URDU = 'ییکہۃ01234567890123456789';

const spelt = (text: string): string =>
  text.replaceAll(new RegExp(`[${ARABIC}]`, 'gu'), (sign) => URDU.charAt(ARABIC.indexOf(sign)));

/** A column, as `withIn` spells what is looked for in it. */
export const spelling = (column: string): string => `translate(${column}, '${ARABIC}', '${URDU}')`;

/** What has this text in it, whichever keyboard wrote either: `spelling` of a column. */
export const withIn = (text: string): string => `%${escaped(spelt(text))}%`;

const beginningWith = (text: string): string => `${escaped(text)}%`;

/** A part of a number: somewhere in it, or at its beginning. */
export function likePart({
  within,
  start,
}: {
  readonly within: string | undefined;
  readonly start: string | undefined;
}): readonly string[] {
  return [
    ...(within === undefined ? [] : [withIn(within)]),
    ...(start === undefined ? [] : [beginningWith(start)]),
  ];
}
