import { refuse, type Refusal } from '../failure/failure.ts';
import type { TemplateId } from '../ids.ts';

/** Fixed-SMS templates: wording with `#name#` placeholders (seed section 2, contract section 5). */
export type Template = {
  readonly id: TemplateId;
  readonly name: string;
  readonly message: string;
  readonly category: 'transactional' | 'promotional';
  readonly state: 'waiting' | 'approved' | 'rejected';
  readonly variables: readonly Variable[];
  readonly wording: Wording;
  /** How long its messages may wait; undefined: the sender route's default. */
  readonly validityMinutes: number | undefined;
  /** The only numbers that it goes to; undefined: to any. */
  readonly onlyTo?: readonly string[] | undefined;
};

export type Variable = {
  readonly name: string;
  readonly type: VariableType;
  /** Characters, as JavaScript counts them (UTF-16 units). */
  readonly maxLength: number;
  /** Whether it may be left empty; blanks alone count as empty. */
  readonly optional?: boolean;
};

export type VariableType = 'text' | 'digits' | 'url' | 'date';

/** A wording split up: literals[0], names[0], literals[1], names[1], … literals[n]. */
type Wording = {
  readonly literals: readonly string[];
  readonly names: readonly string[];
};

/** A template id given as text; undefined if it is not one. */
export function readTemplateId(text: string): TemplateId | Refusal | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  return /^\d{1,15}$/.test(given) ? (Number(given) as TemplateId) : refuse('template_unknown');
}

const PLACEHOLDER = /#([A-Za-z][A-Za-z0-9_]{0,49})#/g;

/** Splits a wording at its placeholders. A `#` that encloses no name stays as it is. */
export function readWording(message: string): Wording {
  const literals: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (const match of message.matchAll(PLACEHOLDER)) {
    literals.push(message.slice(from, match.index));
    names.push(match[1] ?? '');
    from = match.index + match[0].length;
  }
  literals.push(message.slice(from));
  return { literals, names };
}

/** The distinct variable names of a wording, in order of first use. */
export function variableNames(wording: Wording): readonly string[] {
  return [...new Set(wording.names)];
}

/**
 * The text of a wording with its values. A single pass: a value that contains `#other#` stays as
 * typed (contract 5).
 * @param values must hold every name of the wording; checkValues makes sure.
 */
export function render(wording: Wording, values: ReadonlyMap<string, string>): string {
  let text = wording.literals[0] ?? '';
  for (let index = 0; index < wording.names.length; index += 1) {
    const value = values.get(wording.names[index] ?? '');
    if (value === undefined) throw new Error('a value is missing that was checked before');
    text += value + (wording.literals[index + 1] ?? '');
  }
  return text;
}

export type ValueFault =
  | { readonly fault: 'missing' | 'unknown' | 'not_text' | 'empty'; readonly name: string }
  | { readonly fault: 'too_long'; readonly name: string; readonly maxLength: number }
  | { readonly fault: 'wrong_kind'; readonly name: string; readonly type: VariableType }
  | { readonly fault: 'control_character'; readonly name: string };

export type CheckedValues =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly fault: ValueFault };

/**
 * Checks the values of a request against the variables of its template. The first fault wins: in
 * the template's order, then unknown names in the request's order. Numbers become text; anything
 * else that is not text is refused.
 */
export function checkValues(
  variables: readonly Variable[],
  given: ReadonlyMap<string, unknown>,
): CheckedValues {
  const named = faultOfNames(variables, given);
  if (named !== undefined) return { ok: false, fault: named };
  const values = new Map<string, string>();
  for (const variable of variables) {
    const value = valueIn(given, variable);
    const fault = faultOfValue(variable, value);
    if (fault !== undefined) return { ok: false, fault };
    values.set(variable.name, value ?? '');
  }
  return { ok: true, values };
}

/**
 * Whether the names are those of the template; a missing one is reported first. Optional ones may
 * be missing.
 */
export function faultOfNames(
  variables: readonly Variable[],
  given: ReadonlyMap<string, unknown>,
): ValueFault | undefined {
  for (const { name, optional } of variables) {
    if (!given.has(name) && optional !== true) return { fault: 'missing', name };
  }
  for (const name of given.keys()) {
    if (!variables.some((variable) => variable.name === name)) return { fault: 'unknown', name };
  }
  return undefined;
}

/** The value of a variable as text, '' if it is left out; undefined: it is not text. */
export function valueIn(
  given: ReadonlyMap<string, unknown>,
  { name }: Variable,
): string | undefined {
  return given.has(name) ? asText(given.get(name)) : '';
}

/** A request value as text; undefined if it is neither text nor number. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** Whether nobody would see anything of a text: blanks, and characters that only affect others. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}]*$/u.test(text);
}

/** What is wrong with a variable's value; undefined: nothing. The value `undefined` is not text. */
export function faultOfValue(
  variable: Variable,
  value: string | undefined,
): ValueFault | undefined {
  const { name, type, maxLength, optional = false } = variable;
  if (value === undefined) return { fault: 'not_text', name };
  const isEmpty = isBlank(value);
  if (isEmpty && !optional) return { fault: 'empty', name };
  if (value.length > maxLength) return { fault: 'too_long', name, maxLength };
  if (hasControlCharacter(value) || !value.isWellFormed())
    return { fault: 'control_character', name };
  return isEmpty || isOfKind(type, value) ? undefined : { fault: 'wrong_kind', name, type };
}

/**
 * Line ends and tabs are text; other control characters have no glyph on a phone and come from
 * damaged data.
 */
function hasControlCharacter(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return true;
    if (code >= 0x7f && code <= 0x9f) return true;
  }
  return false;
}

function isOfKind(type: VariableType, value: string): boolean {
  switch (type) {
    case 'text':
      return true;
    case 'digits':
      return /^\d+$/.test(value);
    case 'url':
      return /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(value);
    case 'date':
      return /^[\d/.: -]+$|^\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{2,4}$/.test(value);
  }
}
