/** Reading JSON that somebody else wrote: what is missing or of another type is undefined. */

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; undefined when it is none. */
export function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value)) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A whole number, also one that is written as a text. */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** JSON of an octet sequence; undefined when it is none. */
export function readJson(octets: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(octets).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
