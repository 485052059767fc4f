import {
  readSheet,
  type CapName,
  type DamageWhy,
  type SheetCaps,
  type SheetFault,
  type SheetKind,
} from '@paigham/sheets';
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import { columnWords } from '../domain/template/column-text.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import { withoutTitle } from '../domain/message/number-column.ts';

/** Some rows or, last, what became of the file. */
export type RowsEvent =
  | {
      readonly kind: 'rows';
      readonly rows: readonly FileRow[];
      /** The fraction of the file read so far, 0 to 1. */
      readonly share: number;
    }
  | { readonly kind: 'read'; readonly fileKind: SheetKind }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Our limits in the reader's terms. */
const CAPS: SheetCaps = {
  fileBytes: limit('fileBytes'),
  unpackedBytes: limit('fileUnpackedBytes'),
  zipEntries: limit('fileZipEntries'),
  sheets: limit('fileSheets'),
  rows: limit('fileRows'),
  columns: limit('fileColumns'),
  cells: limit('fileCells'),
  cellCharacters: limit('fileCellCharacters'),
  rowCharacters: limit('fileRowCharacters'),
  sharedCharacters: limit('fileSharedCharacters'),
  sharedStrings: limit('fileSharedStrings'),
  heapBytes: limit('fileHeapBytes'),
  workMs: limit('fileWorkMs'),
};

/**
 * Reads the rows of a file on disk in a process of its own (packages/sheets), from its headings on
 * if a title stands above them. Reading ends when the
 * consumer stops, or on the signal, in which case it throws.
 */
export async function* readRows(
  { file, isUpload }: { readonly file: string; readonly isUpload: boolean },
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<RowsEvent> {
  let isFirst = true;
  for await (const event of readSheet(file, { caps: CAPS, clock, signal })) {
    switch (event.kind) {
      case 'rows':
        const rows = isFirst ? withoutTitle(event.rows) : event.rows;
        isFirst = false;
        yield { kind: 'rows', rows, share: event.share };
        break;
      case 'read':
        yield { kind: 'read', fileKind: event.fileKind };
        break;
      case 'refused':
        yield { kind: 'refused', refusal: refusalOf(event.fault, isUpload) };
    }
  }
}

/** What a file has too much of, in words. */
const TOO_MUCH: Readonly<Record<CapName, string>> = {
  fileBytes: 'more than {most} bytes',
  unpackedBytes: 'more than {most} bytes once it is unpacked',
  zipEntries: 'more than {most} parts in the workbook',
  sheets: 'more than {most} sheets',
  rows: 'more than {most} rows',
  columns: 'more than {most} columns',
  cells: 'more than {most} filled cells',
  cellCharacters: 'more than {most} characters in one cell',
  rowCharacters: 'more than {most} characters in one row',
  sharedCharacters: 'more than {most} characters of shared texts',
  sharedStrings: 'more than {most} shared texts',
  heapBytes: 'it takes more than {most} bytes of memory to read',
  workMs: 'it takes more than {most} ms to read',
};

const DAMAGE: Readonly<Record<DamageWhy, string>> = {
  structure: 'it is damaged or cut off',
  hostile: 'it holds what no spreadsheet program writes',
  open_quote: 'a quotation mark is opened and not closed before other rows begin',
  encoding: 'a character is damaged: save the file anew as UTF-8',
};

function refusalOf(fault: SheetFault, isUpload: boolean): Refusal {
  switch (fault.kind) {
    case 'empty':
      return refuse('file_empty');
    case 'web_page':
      return refuse(isUpload ? 'file_saved_as_page' : 'file_is_page');
    case 'saved_as_page':
      return refuse('file_saved_as_page');
    case 'unknown_kind':
      return refuse('file_kind_unknown');
    case 'encrypted':
      return refuse('file_encrypted');
    case 'killed':
      return refuse('reader_killed');
    case 'damaged': {
      const { row, column } = fault;
      const at = column === undefined ? '' : `, ${columnWords(column)}`;
      const where = row === undefined ? '' : `row ${row}${at}: `;
      return refuse('file_damaged', { why: where + DAMAGE[fault.why] });
    }
    case 'too_large':
      return refuse('file_too_large', {
        what: TOO_MUCH[fault.cap].replace('{most}', String(fault.most)),
      });
  }
}
