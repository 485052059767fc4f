/**
 * A value of a request as it came in JSON, numbers as the text they were written in: what the rules
 * for entries read.
 */
export type Given = string | boolean | null | readonly Given[] | GivenFields;

export type GivenFields = ReadonlyMap<string, Given>;

/** A text or number; undefined for anything else, also when missing. */
export function textOf(given: Given | undefined): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

/** A text that names one of a few choices: in any case, with blanks around it. */
export function wordOf(given: Given | undefined): string | undefined {
  return textOf(given)?.trim().toLowerCase();
}

/** An object; undefined for anything else. */
export function fieldsOf(given: Given | undefined): GivenFields | undefined {
  return given instanceof Map ? given : undefined;
}

/**
 * An array; one object counts as an array of one, a missing value as an empty one (contract 10).
 */
export function listOf(given: Given | undefined): readonly Given[] | undefined {
  if (given === undefined || given === null) return [];
  if (given instanceof Map) return [given];
  return isList(given) ? given : undefined;
}

function isList(given: Given): given is readonly Given[] {
  return Array.isArray(given);
}

/** JSON as the rules for entries read it. */
export function givenOf(value: unknown): Given {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(givenOf);
  if (typeof value !== 'object' || value === null) return null;
  return new Map(Object.entries(value).map(([name, inner]) => [name, givenOf(inner)] as const));
}
