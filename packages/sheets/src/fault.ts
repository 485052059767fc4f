import type { CapName } from './caps.ts';

/** Why a file was not read, or not to its end. */
export type SheetFault =
  /** The file is empty, or every visible sheet is. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'web_page' }
  /** A workbook that was saved as a web page or as XML, whatever its name says. */
  | { readonly kind: 'saved_as_page' }
  /** Neither text nor a workbook in .xlsx or .xls format. */
  | { readonly kind: 'unknown_kind' }
  /** Needs a password. */
  | { readonly kind: 'encrypted' }
  /** Truncated or broken. `row`, `column`: where it was noticed, if known. */
  | {
      readonly kind: 'damaged';
      readonly why: DamageWhy;
      readonly row?: number;
      readonly column?: number;
    }
  /** Not the file's fault: something short of memory or patience killed its reader. */
  | { readonly kind: 'killed' }
  | { readonly kind: 'too_large'; readonly cap: CapName; readonly most: number };

export type DamageWhy =
  /** The parts of the file do not fit together, or it ends too early. */
  | 'structure'
  /** Contains something no spreadsheet program writes: entities, names that point elsewhere. */
  | 'hostile'
  /** A quotation mark opened in `row` is never closed, or not before it ran over other rows. */
  | 'open_quote'
  /** Bytes that are not valid in the file's encoding. */
  | 'encoding';

/** Aborts reading a file. It never leaves this package. */
export class Refusal extends Error {
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

export function damaged(why: DamageWhy, row?: number, column?: number): Refusal {
  return new Refusal({
    kind: 'damaged',
    why,
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
  });
}

export function tooLarge(cap: CapName, most: number): Refusal {
  return new Refusal({ kind: 'too_large', cap, most });
}
