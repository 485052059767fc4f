/** Reads parsed JSON, key by key. */
import { isRecord, type Json } from '../kit/json.ts';

export { isRecord, type Json };

/** The text under a key; undefined when there is none. */
export function textOf(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The number under a key; undefined when there is none. */
export function numberOf(value: unknown, key: string): number | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** The flag under a key; undefined when there is none. */
export function flagOf(value: unknown, key: string): boolean | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'boolean' ? found : undefined;
}

/** The objects in a list, leaving out anything else; empty if it is not a list. */
export function recordsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** JSON, or undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Without the keys whose value is undefined. */
export function compact(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined));
}
