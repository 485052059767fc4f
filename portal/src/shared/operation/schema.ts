/** The input of a staff operation, from its JSON Schema to controls and back. */
import type { StaffOperation } from '../api/types.ts';

export type Schema = {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
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
  | { readonly kind: 'text' | 'mixed' | 'date' | 'list' | 'json' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly schema: Schema }
  | { readonly kind: 'choice' | 'choices'; readonly of: readonly string[] };

export type OperationField = {
  readonly name: string;
  readonly label: string;
  readonly about: string | undefined;
  readonly isNeeded: boolean;
  readonly control: Control;
};

export function fieldsOf({ input }: Pick<StaffOperation, 'input'>): readonly OperationField[] {
  const { properties = {}, required = [] } = input as Schema;
  const fields = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, label: labelOf(name), about: schema.description },
    ...{ isNeeded: required.includes(name), control: controlOf(schema) },
  }));
  return fields.toSorted((one, other) => Number(other.isNeeded) - Number(one.isNeeded));
}

/** `route_id` is read as `Route id`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function controlOf(schema: Schema): Control {
  if (schema.enum !== undefined) return { kind: 'choice', of: schema.enum };
  // A number or a word, such as `none`.
  if (schema.anyOf?.some(({ type }) => type === 'integer')) return { kind: 'mixed' };
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
      return { kind: schema.format === 'date-time' ? 'date' : 'text' };
  }
}

export function emptyOf({ control }: OperationField): Held {
  if (control.kind === 'switch') return false;
  return control.kind === 'choices' ? [] : '';
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
  for (const [place, rule] of Object.entries(faults)) {
    const [name = '', ...within] = place.split('.');
    const label = fields.find((it) => it.name === name)?.label ?? labelOf(name);
    // A whole sentence names its field itself.
    const said = /^[A-Z]/.test(rule) ? rule : [label, ...within, rule].join(' ');
    sentences[name] = [sentences[name], `${said}.`].filter(Boolean).join(' ');
  }
  return sentences;
}

/** The body of the request. What is left empty is not said. Throws SyntaxError for broken JSON. */
export function bodyOf(
  fields: readonly OperationField[],
  held: Readonly<Record<string, Held>>,
): Record<string, unknown> {
  const said = fields.flatMap((field): [string, unknown][] => {
    const value = held[field.name] ?? '';
    if (value === '' || value === false || (Array.isArray(value) && value.length === 0)) return [];
    return [[field.name, valueOf(field, value)]];
  });
  return Object.fromEntries(said);
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
    default:
      return value;
  }
}
