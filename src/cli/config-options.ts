/** Options for the fields of a link's configuration, whatever the kind of link. */
import type { FieldTable, GivenLinkConfig } from '../domain/routing/check-fields.ts';
import { countCertificates, type LinkField } from '../domain/routing/link-field.ts';
import type { OptionShape } from '../kit/arguments.ts';
import type { Fields, Given } from './command.ts';
import { readNumber } from './values.ts';

/** `ratePerSecond` is --rate-per-second. */
export function optionOf(field: string): string {
  return field.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

const VALUES = {
  text: 'TEXT',
  digits: 'DIGITS',
  whole: 'NUMBER',
  certificates: 'PEM',
  statuses: 'CODE=REASON,…',
} as const;

/** An option for each field of a table. */
export function configOptions(table: FieldTable): readonly OptionShape[] {
  return Object.entries(table).map(([name, field]) => {
    const { fallback } = field;
    const shown = fallback === undefined || fallback === '' ? '' : ` (default: ${fallback})`;
    const value = field.kind === 'word' ? field.words.join('|') : VALUES[field.kind];
    return { name: optionOf(name), value, about: `${field.help}${shown}` };
  });
}

/** Those fields of a table that were given. */
export function readConfig(table: FieldTable, given: Given): GivenLinkConfig {
  const fields = Object.entries(table).flatMap(([name, { kind }]) => {
    const option = optionOf(name);
    const text = given.option(option);
    if (text === undefined) return [];
    return [[name, kind === 'whole' ? readWhole(text, `--${option}`) : text] as const];
  });
  return Object.fromEntries(fields);
}

/** A clock may be behind Greenwich. */
function readWhole(text: string, name: string): number {
  return text.startsWith('-') ? -readNumber(text.slice(1), name) : readNumber(text, name);
}

/** Those fields that are there, under the names of their options, in the order of the table. */
export function showConfig(table: FieldTable, config: GivenLinkConfig): Fields {
  const fields = Object.entries(table).flatMap(([name, field]) => {
    const value = config[name];
    if (typeof value !== 'number' && typeof value !== 'string') return [];
    return [[optionOf(name).replaceAll('-', '_'), showValue(field, value)] as const];
  });
  return Object.fromEntries(fields);
}

function showValue({ kind }: LinkField, value: string | number): string | number {
  return kind === 'certificates' ? nameCertificates(value) : value;
}

/** Pages of letters tell nobody anything. */
function nameCertificates(value: string | number): string {
  const count = countCertificates(String(value));
  return count === 0 ? '' : `${count} certificate${count === 1 ? '' : 's'}`;
}
