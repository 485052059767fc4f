/** What the store cannot keep. */
import { runToEnd } from '@paigham/base/yielding.ts';
import { escapeName } from '@paigham/base/json.ts';
import type { ShapeFault } from './shape.ts';

/** Values between two pauses. */
const VALUES_A_TURN = 1_000;

/** The store keeps every character but one: where that occurs in a value; undefined: nowhere. */
export function findUnstorable(value: unknown): ShapeFault | undefined {
  return runToEnd(findingUnstorable(value));
}

/** The same, with pauses. */
export function* findingUnstorable(
  whole: unknown,
): Generator<undefined, ShapeFault | undefined, void> {
  const open = [{ value: whole, pointer: '' }];
  for (let seen = 1; open.length > 0; seen += 1) {
    if (seen % VALUES_A_TURN === 0) yield;
    const { value, pointer } = open.pop() ?? { pointer: '' };
    if (typeof value === 'string') {
      if (value.includes('\0')) return { pointer, rule: 'holds a NUL character' };
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (name.includes('\0')) return { pointer, rule: 'holds a name with a NUL character' };
        if (typeof inner !== 'string' && typeof inner !== 'object') continue;
        if (typeof inner === 'string' && !inner.includes('\0')) continue;
        open.push({ value: inner, pointer: `${pointer}/${escapeName(name)}` });
      }
    }
  }
  return undefined;
}
