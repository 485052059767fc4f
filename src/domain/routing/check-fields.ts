import { faultOf, type LinkField } from './link-field.ts';

/** A table of fields: names, what values must be, defaults. */
export type FieldTable = Readonly<Record<string, LinkField>>;

type ValueOf<Field> = Field extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Field extends { readonly kind: 'whole' }
    ? number
    : string;

/** A complete, checked configuration: every field of a table with its value. */
export type ConfigOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

/** Some of the fields, as somebody gave them and nobody has checked yet. */
export type GivenLinkConfig = Readonly<Record<string, unknown>>;

export type FieldsCheck<Config> =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly field: string; readonly rule: string };

/** Checks given fields and adds the defaults of the others. The first fault wins, by the table. */
export function checkFields<Table extends FieldTable>(
  table: Table,
  given: GivenLinkConfig,
): FieldsCheck<ConfigOf<Table>> {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) return { ok: false, field: unknown, rule: 'there is no such field' };
  const config: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(table)) {
    const value = given[name] ?? field.fallback;
    const rule = faultOf(field, value);
    if (rule !== undefined) return { ok: false, field: name, rule };
    config[name] = value;
  }
  return { ok: true, config: config as ConfigOf<Table> };
}
