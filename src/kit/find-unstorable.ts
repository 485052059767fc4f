import type { ShapeFault } from './shape.ts';

/** The store keeps every character but one: where that stands in a value; undefined: nowhere. */
export function findUnstorable(value: unknown, pointer = ''): ShapeFault | undefined {
  if (typeof value === 'string') {
    return value.includes('\0') ? { pointer, rule: 'holds a NUL character' } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const fault = findUnstorable(inner, `${pointer}/${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
