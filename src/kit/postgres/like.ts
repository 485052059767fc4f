/** Patterns for `like` and `ilike` that find a text as it stands. */
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** What has this text in it. */
export const withIn = (text: string): string => `%${escaped(text)}%`;

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
