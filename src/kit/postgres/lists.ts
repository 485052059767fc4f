/**
 * Lists as parameters. The driver writes arrays element by element, with two replacements each; on
 * the hot path that costs more than the statement. These write the literal at once.
 */

/** Whole numbers and bigints, null where a column is null. */
export function numberList(values: readonly (number | bigint | null)[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    text += `${index === 0 ? '' : ','}${value === null || value === undefined ? 'NULL' : value}`;
  }
  return `${text}}`;
}

const NEEDS_ESCAPE = /["\\]/;

/** Texts, null where a column is null. */
export function textList(values: readonly (string | null)[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    text += index === 0 ? '' : ',';
    if (value === null || value === undefined) text += 'NULL';
    else if (NEEDS_ESCAPE.test(value)) text += `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
    else text += `"${value}"`;
  }
  return `${text}}`;
}
