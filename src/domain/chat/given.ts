/**
 * A value of a request as JSON gave it, numbers as the text in which they were written: what the
 * rules for entries read.
 */
export type Given = string | boolean | null | readonly Given[] | GivenFields;

export type GivenFields = ReadonlyMap<string, Given>;

/** A text or number; undefined for anything else, also for what was not given. */
export function textOf(given: Given | undefined): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

/** A text that names one of a few things: any letters, blanks around it. */
export function wordOf(given: Given | undefined): string | undefined {
  return textOf(given)?.trim().toLowerCase();
}

/** An object; undefined for anything else. */
export function fieldsOf(given: Given | undefined): GivenFields | undefined {
  return given instanceof Map ? given : undefined;
}

/** An array; one object counts as an array of one, nothing as an empty one (contract 10). */
export function listOf(given: Given | undefined): readonly Given[] | undefined {
  if (given === undefined || given === null) return [];
  if (given instanceof Map) return [given];
  return isList(given) ? given : undefined;
}

function isList(given: Given): given is readonly Given[] {
  return Array.isArray(given);
}
