import { faultOfName } from '../../domain/account/name.ts';
import { limit } from '../../domain/limits.ts';
import {
  readWording,
  variableNames,
  type Template,
  type Variable,
  type VariableType,
} from '../../domain/template/template.ts';
import { refuse, type Refused } from '../../operations/admin.ts';

/** A proposed template. A variable that is not declared is a required text of 160. */
export type ProposedTemplate = {
  readonly name: string;
  readonly message: string;
  readonly category: Template['category'];
  readonly variables?: readonly DeclaredVariable[] | undefined;
};

export type DeclaredVariable = {
  readonly name: string;
  readonly type?: VariableType;
  readonly maxLength?: number;
  readonly optional?: boolean;
};

type CheckedTemplate = { readonly ok: true; readonly variables: readonly Variable[] } | Refused;

/** Ten parts of GSM 7-bit: beyond that no values could make the text fit. */
const MESSAGE_CHARACTERS = limit('partsPerMessage') * 153;
const VARIABLE_TYPES: readonly VariableType[] = ['text', 'digits', 'url', 'date'];

/**
 * What looks like a placeholder but is not one, `#order no#` or `#1st#`: it would be sent to people
 * unchanged. A `#` followed by a blank, as in "C# and F#", is fine.
 */
const BROKEN_PLACEHOLDER = /#[^#\s](?:[^#\n]{0,48}[^#\s])?#/;
/** `# name #`, `#name #`, `# name#`: one word alone between two `#` that touch no other. */
const SPACED_PLACEHOLDER = /(?<![\w#])#\s*[A-Za-z]\w{0,49}\s*#(?![\w#])/;

/** Checks a wording and the declarations of its variables; returns them in order of first use. */
export function checkTemplate(proposed: ProposedTemplate): CheckedTemplate {
  const { name, message, variables: declared = [] } = proposed;
  const wrong = faultOfName(name);
  if (wrong !== undefined) return refuse('name', wrong);
  const fault = faultOfMessage(message) ?? faultOfHalves(message, declared);
  if (fault !== undefined) return refuse('message', fault);
  const names = variableNames(readWording(message));
  if (names.length > limit('messageKeys')) {
    return refuse('message', `must not hold more than ${limit('messageKeys')} variables`);
  }
  for (const variable of declared) {
    const wrong = faultOfVariable(variable, names);
    if (wrong !== undefined) return refuse('variables', wrong);
  }
  const repeated = declared.find(
    (it, at) => declared.findIndex((other) => other.name === it.name) < at,
  );
  if (repeated !== undefined) return refuse('variables', `declare ${repeated.name} twice`);
  return { ok: true, variables: names.map((it) => completeVariable(it, declared)) };
}

function faultOfMessage(message: string): string | undefined {
  if (message.trim() === '') return 'must not be empty';
  if (message.length > MESSAGE_CHARACTERS) {
    return `must not be longer than ${MESSAGE_CHARACTERS} characters`;
  }
  if (!message.isWellFormed() || /[^\P{Cc}\r\n\t]/u.test(message)) {
    return 'must not contain control characters or lone surrogates';
  }
  const broken = foundIn(message, BROKEN_PLACEHOLDER) ?? foundIn(message, SPACED_PLACEHOLDER);
  if (broken === undefined) return undefined;
  return (
    `holds ${broken}, which is not a placeholder: ` +
    'a letter, then up to 49 letters, digits and _, between two #'
  );
}

/**
 * `#name` or `name#` of a name that is known: it is declared, or a placeholder elsewhere. Of others
 * nobody can tell: they may be hashtags.
 */
function faultOfHalves(message: string, declared: readonly DeclaredVariable[]): string | undefined {
  const written = readWording(message).names;
  const names = [...written, ...declared.map(({ name }) => name)].filter((it) => /^\w+$/.test(it));
  if (names.length === 0) return undefined;
  const any = names.join('|');
  const half = foundIn(message, new RegExp(`(?<![\\w#])(?:#(?:${any})|(?:${any})#)(?![\\w#])`));
  if (half === undefined) return undefined;
  return `holds ${half}, which is half a placeholder: write #${half.replace('#', '')}#`;
}

/** The first place outside of placeholders. */
function foundIn(message: string, sought: RegExp): string | undefined {
  const found = readWording(message).literals.map((literal) => sought.exec(literal)?.[0]);
  return found.find((it) => it !== undefined);
}

function faultOfVariable(variable: DeclaredVariable, names: readonly string[]): string | undefined {
  const { name, type = 'text', maxLength = 1 } = variable;
  if (!names.includes(name)) return `declare ${name}, which the wording does not use`;
  if (!VARIABLE_TYPES.includes(type)) {
    return `declare ${name} as ${type}; the types are ${VARIABLE_TYPES.join(', ')}`;
  }
  if (!Number.isInteger(maxLength) || maxLength < 1 || maxLength > MESSAGE_CHARACTERS) {
    return `declare ${name} with a maxLength that is not from 1 to ${MESSAGE_CHARACTERS}`;
  }
  return undefined;
}

function completeVariable(name: string, declared: readonly DeclaredVariable[]): Variable {
  const given = declared.find((variable) => variable.name === name);
  const { type = 'text', maxLength = limit('variableCharacters'), optional } = given ?? {};
  return { name, type, maxLength, ...(optional === true && { optional }) };
}
