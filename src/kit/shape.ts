/**
 * Shapes of data: one schema says what a value must be, checks it, types it, and describes it to
 * others (it is JSON Schema as it stands).
 */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

export { Type, type Static, type TObject, type TSchema } from 'typebox';

export type ShapeFault = {
  /** Where, as a JSON pointer: `/limit`; '' for the whole. */
  readonly pointer: string;
  /** What it must be. */
  readonly rule: string;
};

/** Everything that is wrong with `value`, once for each place; empty when it is of the shape. */
export function faultsOf(schema: TSchema, value: unknown): readonly ShapeFault[] {
  const faults = new Map<string, ShapeFault>();
  for (const { keyword, instancePath, message } of Value.Errors(schema, value)) {
    // Each property too many is told of by itself besides.
    if (keyword === 'additionalProperties') continue;
    const rule = keyword === 'boolean' ? 'is not known here' : message;
    if (!faults.has(instancePath)) faults.set(instancePath, { pointer: instancePath, rule });
  }
  return [...faults.values()];
}
