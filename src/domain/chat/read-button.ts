/**
 * One entry of `buttons`, in any of the forms that are taken: ours, with `sub_type` for `type`, or
 * the platform's own component (contract section 10).
 */
import { refuse, type Refusal } from '../failure/failure.ts';
import { fieldsOf, listOf, textOf, wordOf, type Given, type GivenFields } from './given.ts';

const FILLED_BUTTONS = ['url', 'quick_reply', 'copy_code'] as const;
export type FilledButton = (typeof FILLED_BUTTONS)[number];

/** What a button of a kind is filled with, by the name of its field. */
const FIELD = { url: 'text', quick_reply: 'payload', copy_code: 'coupon_code' } as const;

export type GivenButton = {
  readonly kind: FilledButton;
  /** Its place among all buttons of the template, from 0; undefined: the next that fits. */
  readonly index: number | undefined;
  /** As it was given, not empty. */
  readonly value: string;
};

/** @param position which entry it is, from 1, for the sentence. */
export function readButton(given: Given, position: number): GivenButton | Refusal {
  const place = `buttons, entry ${position}`;
  const needs = (needed: string): Refusal => refuse('chat_form', { place, needed });
  const fields = fieldsOf(given);
  if (fields === undefined) return needs('a JSON object');
  const kind = kindOf(fields);
  if (kind === undefined) return needs('the type url, quick_reply or copy_code');
  const index = indexOf(fields.get('index'));
  if (index === 'unreadable') return needs('index as a number from 0');
  const value = valueOf(fields, kind);
  if (value === undefined || value.trim() === '') return needs(FIELD[kind]);
  return { kind, index, value };
}

function kindOf(fields: GivenFields): FilledButton | undefined {
  const type = wordOf(fields.get('type'));
  const word = type === undefined || type === 'button' ? wordOf(fields.get('sub_type')) : type;
  return FILLED_BUTTONS.find((kind) => kind === word);
}

function indexOf(given: Given | undefined): number | undefined | 'unreadable' {
  if (given === undefined || given === null) return undefined;
  const text = textOf(given)?.trim() ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : 'unreadable';
}

/** From the entry itself, or from its one parameter, as the platform writes it. */
function valueOf(fields: GivenFields, kind: FilledButton): string | undefined {
  const own = textOf(fields.get(FIELD[kind]));
  if (own !== undefined) return own;
  const parameters = listOf(fields.get('parameters'));
  const [only, ...others] = parameters ?? [];
  return others.length > 0 ? undefined : textOf(fieldsOf(only)?.get(FIELD[kind]));
}
