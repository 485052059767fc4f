export { isReaderAlone } from './alone.ts';
export type { CapName, SheetCaps } from './caps.ts';
export { isErrorValue } from './error-values.ts';
export type { DamageWhy, SheetFault } from './fault.ts';
export type { SheetRow } from './packed-rows.ts';
export type { ReadResult, SheetKind } from './read-source.ts';
export { readSheet, type ReadOptions, type SheetClock, type SheetEvent } from './read-sheet.ts';
