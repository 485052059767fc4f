/**
 * What operations would change, as it is now: a form that shows it can send what was changed alone,
 * and can take away what is there. By the fields that say which one it is.
 */
import type { Filled, OperationContext, Shape } from './operation.ts';

/** By the names that bodies use; what is absent or null is not set. */
type Shown = Readonly<Record<string, unknown>>;

/** As an operation says it. */
export type PresentOf<S extends Shape, By extends keyof S> = {
  readonly by: readonly By[];
  /** undefined: there is none like it yet. Throws as `Field.read` does. */
  readonly read: (
    context: OperationContext,
    input: Filled<Pick<S, By>>,
  ) => Promise<Shown | undefined>;
};

export type Present = {
  /** The fields of its input that say which one it is. */
  readonly by: Shape;
  /** undefined: there is none like it yet. Throws as `Field.read` does. */
  read(
    context: OperationContext,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Shown | undefined>;
};

export function presentOf<S extends Shape, By extends keyof S & string>(
  shape: S,
  { by, read }: PresentOf<S, By>,
): Present {
  const named = Object.fromEntries(by.map((key) => [key, shape[key] as S[By]]));
  const meant = Object.fromEntries(by.map((key) => [key, shape[key]?.fallback]));
  return {
    by: named,
    read: (context, input) => read(context, { ...meant, ...input } as Filled<Pick<S, By>>),
  };
}

/** Whether a row has these values; an undefined one is undefined there, too. */
export function like<Wanted extends object>(wanted: Wanted): (row: Wanted) => boolean {
  const entries = Object.entries(wanted);
  return (row) => entries.every(([name, value]) => row[name as keyof Wanted] === value);
}
