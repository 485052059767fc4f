/** The input of a staff operation, from its JSON Schema to controls and back. */
import type { StaffOperation } from '../api/types.ts';
import { amountOf } from '../i18n/digits.ts';
import { currentLocale, saidInUrdu } from '../i18n/i18n.ts';
import { inUrdu } from './field-abouts.ts';
import { withoutCommand } from '../i18n/without-command.ts';
import { CHOICE_WORDS, FIELD_NAMES } from './field-names.ts';
import { readName } from './read-name.ts';
import { RESULT_NAMES } from './result-names.ts';

export type Schema = {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/** What a control holds: text, a number, a switch, or chosen items. */
export type Held = string | number | boolean | readonly string[];

export type Control =
  | { readonly kind: 'text' | 'money' | 'area' | 'secret' | 'mixed' | 'date' | 'list' | 'json' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly schema: Schema }
  | { readonly kind: 'choice' | 'choices'; readonly of: readonly string[] };

export type OperationField = {
  /** Of a value within an object: `secrets/token`. */
  readonly name: string;
  readonly label: string;
  readonly about: string | undefined;
  readonly isNeeded: boolean;
  readonly control: Control;
  /** What it means when it is left out; undefined: nothing, or that it stays as it is. */
  readonly meant: unknown;
  /** How the body says that there is none: null, `none`, an empty text; undefined: it cannot. */
  readonly none: unknown;
};

export function fieldsOf({
  name: operation,
  input,
}: Pick<StaffOperation, 'name' | 'input'>): readonly OperationField[] {
  const { properties = {}, required = [] } = input as Schema;
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const isNeeded = required.includes(name);
    const within = Object.entries(schema.properties ?? {});
    // Secrets are typed one by one, unseen.
    if (within.length > 0 && within.every(([, it]) => it.format === 'password')) {
      return within.map(([part, it]) =>
        fieldOf(`${name}/${part}`, it, { operation, isNeeded: false }),
      );
    }
    return [fieldOf(name, schema, { operation, isNeeded })];
  });
  return fields.toSorted((one, other) => Number(other.isNeeded) - Number(one.isNeeded));
}

function fieldOf(
  name: string,
  schema: Schema,
  { operation, isNeeded }: Pick<OperationField, 'isNeeded'> & { readonly operation: string },
): OperationField {
  const control = controlOf(name, schema);
  return {
    name,
    label: labelOf(name.split('/').at(-1) ?? name, operation),
    about: aboutOf(name, schema, control),
    isNeeded,
    control,
    meant: schema.default,
    none: noneOf(schema, control),
  };
}

/** What stands under it, in the reader's language; choices show themselves what there is. */
function aboutOf(name: string, { description }: Schema, { kind }: Control): string | undefined {
  if (kind === 'choice' && description?.startsWith('one of ')) return undefined;
  if (currentLocale() === 'ur') {
    return description && inUrdu(description, (word) => wordOf(name, word));
  }
  return description?.replace(/^[a-z](?![\w]*_)/, (first) => first.toUpperCase());
}

function noneOf({ anyOf = [] }: Schema, { kind }: Control): unknown {
  if (anyOf.some(({ type }) => type === 'null')) return null;
  const word = anyOf.find((it) => it.const !== undefined)?.const;
  if (word !== undefined) return word;
  if (kind === 'text' || kind === 'money' || kind === 'area') return '';
  return kind === 'list' ? [] : undefined;
}

/**
 * `route_id` is read as `Route ID`, unless it has a name of its own in the reader's language, or in
 * this operation.
 */
export function labelOf(name: string, operation = ''): string {
  const names = FIELD_NAMES[`${operation}:${name}`] ?? FIELD_NAMES[name];
  const { en, ur = RESULT_NAMES[name] } = names ?? {};
  if (ur !== undefined && currentLocale() === 'ur') return ur;
  return en ?? readName(name);
}

/** What one reads for a word of the service, such as `short_code`, in a field; else the word. */
export function wordOf(field: string, word: string): string {
  const names = CHOICE_WORDS[`${field}:${word}`] ?? CHOICE_WORDS[word];
  return names?.[currentLocale()] ?? word;
}

/** How the pattern of rupees begins: no other value has it. */
const RUPEES = '^(0|[1-9]';

/** Texts of several lines. */
const AREAS = new Set(['wording', 'lines', 'tls_authority']);

function controlOf(name: string, schema: Schema): Control {
  if (schema.enum !== undefined) return { kind: 'choice', of: schema.enum };
  // A number or a word, such as `none`.
  if (schema.anyOf?.some(({ type }) => type === 'integer')) return { kind: 'mixed' };
  const some = schema.anyOf?.find((it) => it.type !== 'null' && it.const === undefined);
  if (some !== undefined) return controlOf(name, some);
  switch (schema.type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return { kind: 'number', schema };
    case 'array':
      if (schema.items?.enum !== undefined) return { kind: 'choices', of: schema.items.enum };
      return { kind: schema.items?.type === 'object' ? 'json' : 'list' };
    case 'object':
      return { kind: 'json' };
    default:
      if (schema.format === 'password') return { kind: 'secret' };
      if (AREAS.has(name)) return { kind: 'area' };
      if (schema.pattern?.startsWith(RUPEES)) return { kind: 'money' };
      return { kind: schema.format === 'date-time' ? 'date' : 'text' };
  }
}

export function emptyOf({ control }: Pick<OperationField, 'control'>): Held {
  if (control.kind === 'switch') return false;
  return control.kind === 'choices' ? [] : '';
}

/** A value of the service, as its control holds it. */
export function heldOf(field: OperationField, value: unknown): Held {
  if (value === null || value === undefined) return emptyOf(field);
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (Array.isArray(value)) {
    const items = value.map(String);
    return field.control.kind === 'choices' ? items : items.join('\n');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  // The service writes Pakistan's time, and the control has no zone.
  return field.control.kind === 'date' ? text.slice(0, 16) : text;
}

/**
 * What the service says of fields, as sentences. `proposal.name`, within a value, is said of the
 * whole value: it has one control.
 */
export function faultsIn(
  fields: readonly OperationField[],
  faults: Readonly<Record<string, string>>,
): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const [place, said] of Object.entries(faults)) {
    const rule = withoutCommand(said);
    const own = fields.find((it) => it.name === place.replaceAll('.', '/'));
    const [first = '', ...within] = own === undefined ? place.split('.') : [own.name];
    const name = fields.some((it) => it.name === first) ? first : firstWithin(fields, first);
    const label = fields.find((it) => it.name === name)?.label ?? labelOf(first);
    const urdu = saidInUrdu(rule);
    // A whole sentence names its field itself; an Urdu one stands under its name.
    const english = /^[A-Z]/.test(rule) ? rule : [label, ...within, rule].join(' ');
    const inner = within.map((it) => `\u2068${it}\u2069: `).join('');
    const shown = urdu === undefined ? `${english}.` : inner + urdu;
    sentences[name] = [sentences[name], shown].filter(Boolean).join(' ');
  }
  return sentences;
}

function firstWithin(fields: readonly OperationField[], object: string): string {
  return fields.find((it) => it.name.startsWith(`${object}/`))?.name ?? object;
}

/** What is there already, by the names of the fields. */
export type Present = Readonly<Record<string, unknown>>;

/**
 * The body of the request. What is left empty is not said, unless it takes away what is there. With
 * `isPart`, what is as it is now is not said either. Throws SyntaxError for broken JSON.
 */
export function bodyOf(
  fields: readonly OperationField[],
  held: Readonly<Record<string, Held>>,
  { present = {}, isPart = false }: { readonly present?: Present; readonly isPart?: boolean } = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const { name, isNeeded } = field;
    const value = held[name] ?? '';
    const was = present[name];
    const isKnown = was !== undefined && was !== null;
    if (isPart && !isNeeded && isSame(value, heldOf(field, was))) continue;
    const said = isEmpty(value) ? emptied(field, isKnown) : valueOf(field, value);
    if (said === undefined) continue;
    const [object = name, part] = name.split('/');
    if (part === undefined) body[name] = said;
    else body[object] = { ...(body[object] as object | undefined), [part]: said };
  }
  return body;
}

/** What an empty control says; undefined: nothing. */
function emptied(field: OperationField, takesAway: boolean): unknown {
  const { control, isNeeded, none } = field;
  if (control.kind === 'switch') return takesAway ? false : undefined;
  // A text is missing where one is needed, and a word such as none is typed: the service says so.
  return takesAway && !(isNeeded && typeof none === 'string') ? none : undefined;
}

/** The names of those that always have a value, and were emptied. */
export function emptiedIn(
  fields: readonly OperationField[],
  held: Readonly<Record<string, Held>>,
  present: Present,
): readonly string[] {
  const isSet = ({ name }: OperationField): boolean => (present[name] ?? undefined) !== undefined;
  const cannot = ({ control, none }: OperationField): boolean =>
    control.kind !== 'switch' && none === undefined;
  const emptied = fields.filter((it) => isEmpty(held[it.name] ?? '') && isSet(it) && cannot(it));
  return emptied.map(({ name }) => name);
}

const isEmpty = (value: Held): boolean =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0);

export function isSame(one: Held, other: Held): boolean {
  return String(one) === String(other);
}

function valueOf({ control }: OperationField, value: Held): unknown {
  if (typeof value !== 'string') return value;
  switch (control.kind) {
    case 'number':
      return Number(value);
    case 'mixed':
      return /^-?\d+$/.test(value) ? Number(value) : value;
    case 'list':
      return value
        .split(/[\n,]/)
        .map((it) => it.trim())
        .filter((it) => it !== '');
    case 'json':
      return JSON.parse(value);
    // The control has no zone: people here mean Pakistan's time.
    case 'date':
      return `${value}:00+05:00`;
    case 'money':
      return amountOf(value);
    default:
      return value;
  }
}
