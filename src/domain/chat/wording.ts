/** Texts of templates with their variables, `{{1}}` or `{{name}}`. */
import type { NamedValue } from './content.ts';
import type { ChatWording } from './template.ts';

const VARIABLE = /\{\{\s*([^{}\s]+)\s*\}\}/g;

/** Whether variables are numbers, and not names. */
export function isNumbered({ variables }: ChatWording): boolean {
  return variables.every((variable) => /^\d+$/.test(variable));
}

/**
 * The variables in the order in which values are given and carried: by number (`{{1}}` is the first
 * wherever it stands), else in order of first use.
 */
export function orderOf(wording: ChatWording): readonly string[] {
  const { variables } = wording;
  if (!isNumbered(wording)) return variables;
  return variables.toSorted((one, other) => Number(one) - Number(other));
}

/** The text with its values, in one pass: a value that looks like a variable stays as it is. */
export function fillIn(wording: ChatWording, values: readonly NamedValue[]): string {
  const order = orderOf(wording);
  return wording.text.replace(VARIABLE, (written, variable: string) => {
    return values[order.indexOf(variable)]?.text ?? written;
  });
}
