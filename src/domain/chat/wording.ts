/** Texts of templates with their variables, `{{1}}` or `{{name}}`. */
import type { NamedValue } from './content.ts';
import type { ChatWording } from './template.ts';

const VARIABLE = /\{\{\s*([^{}\s]+)\s*\}\}/g;

/** Whether variables are numbers, and not names. */
export function isNumbered({ variables }: ChatWording): boolean {
  return variables.every((variable) => /^\d+$/.test(variable));
}

/**
 * The text with its values, in one pass: a value that looks like a variable stays as it is.
 * @param values in the order of the variables.
 */
export function fillIn({ text, variables }: ChatWording, values: readonly NamedValue[]): string {
  return text.replace(VARIABLE, (written, variable: string) => {
    return values[variables.indexOf(variable)]?.text ?? written;
  });
}
