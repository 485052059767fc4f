/** A link's configuration as a field: one option per entry of its table. */
import {
  countCertificates,
  faultOf,
  type FieldTable,
  type GivenLinkConfig,
  type LinkField,
} from '../../domain/routing/link-field.ts';
import { refuse } from '../../operations/admin.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { Type, type TSchema } from '../../kit/shape.ts';
import type { Field } from '../../operations/operation.ts';
import type { Fields } from '../../operations/show.ts';

/** `ratePerSecond` becomes --rate-per-second. */
export function optionOf(entry: string): string {
  return entry.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

const VALUES = {
  text: 'TEXT',
  digits: 'DIGITS',
  whole: 'NUMBER',
  certificates: 'PEM',
  statuses: 'CODE=REASON,…',
  states: 'WORD=STATE,…',
} as const;

/** The given entries of a table; the operation checks them together with the others. */
export function configField(
  table: FieldTable,
  /** Of something new: has its defaults, and needs what has none. */
  isNew = false,
): Field<GivenLinkConfig, 'optional'> {
  const entries = Object.entries(table);
  return {
    need: 'optional',
    options: entries.map(([name, field]) => {
      const { fallback, help } = field;
      const shown = fallback === undefined || fallback === '' ? '' : ` (initially ${fallback})`;
      const value = field.kind === 'word' ? field.words.join('|') : VALUES[field.kind];
      return { name: optionOf(name), value, about: `${help}${shown}` };
    }),
    schema: Type.Object(
      Object.fromEntries(
        entries.map(([name, field]) => [
          propertyOf(name),
          isNew ? newSchemaOf(field) : Type.Optional(schemaOf(field)),
        ]),
      ),
    ),
    read(given) {
      const read = entries.flatMap(([name, field]) => {
        const option = optionOf(name);
        const text = given.option(option);
        if (text === undefined) return [];
        const value = field.kind === 'whole' ? readWhole(text, `--${option}`) : text;
        const rule = faultOf(field, value);
        if (rule !== undefined) throw new UsageError(`--${option} ${rule}.`);
        return [[name, value] as const];
      });
      return read.length === 0 ? undefined : Object.fromEntries(read);
    },
    take(body) {
      const read: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        const value = (body as Readonly<Record<string, string | number>>)[propertyOf(name)];
        if (value === undefined) continue;
        const rule = faultOf(field, value);
        if (rule !== undefined) return refuse(propertyOf(name), rule);
        read[name] = value;
      }
      return { value: read };
    },
  };
}

/** `ratePerSecond` becomes rate_per_second. */
function propertyOf(entry: string): string {
  return optionOf(entry).replaceAll('-', '_');
}

function newSchemaOf(field: LinkField): TSchema {
  const { fallback } = field;
  if (fallback === undefined) return schemaOf(field);
  return Type.Optional({ ...schemaOf(field), default: fallback });
}

function schemaOf(field: LinkField): TSchema {
  const description = field.help;
  switch (field.kind) {
    case 'whole':
      return Type.Integer({ minimum: field.least, maximum: field.most, description });
    case 'word':
      return Type.Enum([...field.words], { description });
    case 'text':
    case 'digits':
    case 'certificates':
    case 'statuses':
    case 'states':
      return Type.String({ description });
  }
}

/** A clock may be behind UTC. */
function readWhole(text: string, name: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`${name} must be a whole number.`);
}

/** The entries that are set, by the names of their options, in table order. */
export function showConfig(table: FieldTable, config: GivenLinkConfig): Fields {
  return configProperties(table, config, showValue);
}

/** The same as they are, for a form that changes them. */
export function configProperties(
  table: FieldTable,
  config: GivenLinkConfig,
  show = (_: LinkField, value: string | number) => value,
): Fields {
  const fields = Object.entries(table).flatMap(([name, field]) => {
    const value = config[name];
    if (typeof value !== 'number' && typeof value !== 'string') return [];
    return [[propertyOf(name), show(field, value)] as const];
  });
  return Object.fromEntries(fields);
}

/** Certificates are counted: pages of base64 mean nothing to people. */
function showValue({ kind }: LinkField, value: string | number): string | number {
  if (kind !== 'certificates') return value;
  const count = countCertificates(String(value));
  return count === 0 ? '' : `${count} certificate${count === 1 ? '' : 's'}`;
}
