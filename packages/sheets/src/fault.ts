import type { CapName } from './caps.ts';

/** Why a file is not read, or not to its end. */
export type SheetFault =
  /** Nothing in it, or nothing in any sheet that is shown. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'web_page' }
  /** Neither text nor a workbook in the form of .xlsx or .xls. */
  | { readonly kind: 'unknown_kind' }
  /** Needs a password. */
  | { readonly kind: 'encrypted' }
  /** Cut off, or broken. `row`: where it was found, if that is known. */
  | { readonly kind: 'damaged'; readonly why: DamageWhy; readonly row?: number }
  /** Not for the file's sake: whoever was short of memory, or of patience, killed its reader. */
  | { readonly kind: 'killed' }
  | { readonly kind: 'too_large'; readonly cap: CapName; readonly most: number };

export type DamageWhy =
  /** The parts of the file do not fit each other, or it ends too early. */
  | 'structure'
  /** Something in it that no spreadsheet program writes: entities, names that lead elsewhere. */
  | 'hostile'
  /** A quotation mark that is opened in `row` is never closed. */
  | 'open_quote'
  /** Bytes that are no text in the encoding that the file has. */
  | 'encoding';

/** Unwinds the reading of a file. It never leaves this package. */
export class Refusal extends Error {
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

export function damaged(why: DamageWhy, row?: number): Refusal {
  return new Refusal({ kind: 'damaged', why, ...(row === undefined ? {} : { row }) });
}

export function tooLarge(cap: CapName, most: number): Refusal {
  return new Refusal({ kind: 'too_large', cap, most });
}
