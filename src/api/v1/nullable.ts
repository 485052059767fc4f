/** Values that may be missing, and moments: their shapes, and how `/v1` writes them. */
import { Type } from '../../kit/shape.ts';

/** A text, or null where there is none. */
export const nullable = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

/** A moment, or null where there is none yet. */
export const nullableTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

/** A whole number, or null where there is none. */
export const nullableCount = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description });

/** A moment as `/v1` writes it. */
export function showTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The same, or null. */
export function showTimeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : showTime(atMs);
}
