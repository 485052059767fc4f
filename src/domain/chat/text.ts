/** Texts of chat messages: their length, and what they cannot contain. */
import { isBlank } from '../template/template.ts';
import { refuse, type Refusal } from '../failure/failure.ts';
import type { NamedValue } from './content.ts';
import type { ChatWording } from './template.ts';

/** What the platform refuses in a value: line breaks, tabs, more than four consecutive spaces. */
const BROKEN = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const MANY_BLANKS = / {5}/;
const RUN = /[\s\u0085]+/g;

/** Characters as people count them: an emoji is one, not two. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count -= 1;
  return count;
}

/** Whether a text holds characters that no phone shows; line ends and tabs are fine. */
export function isUnprintable(text: string): boolean {
  return /[\0-\x08\x0e-\x1f\x7f]/.test(text);
}

/**
 * A template value fit for the platform: white space that it refuses becomes one blank (contract
 * section 10), or the value is refused by name.
 * @param place `body value 2`, for the caller.
 */
export function settleValue(text: string, collapse: boolean, place: string): string | Refusal {
  if (isUnprintable(text)) return refuse('chat_value_unprintable', { place });
  const settled = isRefused(text) ? text.replace(RUN, (run) => (isRefused(run) ? ' ' : run)) : text;
  if (isBlank(settled)) return refuse('chat_value_empty', { place });
  if (settled !== text && !collapse) return refuse('chat_value_blanks', { place });
  return settled;
}

function isRefused(text: string): boolean {
  return BROKEN.test(text) || MANY_BLANKS.test(text);
}

/** Refuses a value, or a text with its values, longer than `most` characters. */
export function refuseTooLong(text: string, most: number, place: string): Refusal | undefined {
  if (text.length <= most) return undefined;
  const characters = countCharacters(text);
  if (characters <= most) return undefined;
  const details = { place, characters: String(characters), most: String(most) };
  return refuse('chat_value_too_long', details);
}

const VARIABLE = /\{\{\s*([^{}\s]+)\s*\}\}/g;

/** Whether the variables have numbers instead of names. */
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
