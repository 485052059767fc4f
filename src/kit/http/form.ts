/** What decoding a query or a body gives: the parameters in the order in which they came. */
export type DecodedForm = {
  readonly fields: readonly FormField[];
  /** The first thing that was wrong. Fields that could be read are given all the same. */
  readonly fault: FormFault | undefined;
};

export type FormField = {
  readonly name: string;
  readonly value: string;
  /** Whether `value` is the JSON text of an array or object that stood in a JSON body. */
  readonly structured: boolean;
};

export type FormFault =
  | {
      readonly kind: 'encoding';
      /** undefined when the name itself cannot be read. */
      readonly name: string | undefined;
      /** Which parameter it is, from 1. */
      readonly position: number;
      readonly why: string;
    }
  | { readonly kind: 'too_deep'; readonly name: string }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** How much decoding takes on. */
export type FormBounds = {
  readonly fields: number;
  /** Levels of arrays and objects in one value of a JSON body. */
  readonly jsonDepth: number;
};

export const EMPTY_FORM: DecodedForm = { fields: [], fault: undefined };

/** A form that could not be read at all. */
export function unreadable(why: string): DecodedForm {
  return { fields: [], fault: { kind: 'unreadable', why } };
}
