/** Rows of .xlsx: the first sheet that is shown and has something in it. */
import { Refusal } from './fault.ts';
import { createNumberFormats } from './number-text.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readFormats } from './styles.ts';
import type { Source } from './source.ts';
import { readWorkbook } from './workbook.ts';
import { readWorksheet } from './worksheet.ts';
import { Zip } from './zip.ts';

/** Reads the sheet into the source's sink. Throws a Refusal. */
export async function readXlsx(source: Source): Promise<void> {
  const { caps, sink } = source;
  const zip = await Zip.open(source);
  const workbook = await readWorkbook(zip, caps);
  // Large, and of use for formats alone: not loaded for text files.
  const { SSF } = await import('@e965/xlsx');
  const formats = await readFormats(zip, workbook.stylesPart, caps, SSF);
  const strings = await readSharedStrings(zip, workbook.sharedStringsPart, caps);
  const numbers = createNumberFormats(SSF, workbook.date1904);
  const texts = { strings, formats, numbers, date1904: workbook.date1904 };
  for (const part of workbook.sheetParts) {
    await readWorksheet(source, zip, part, texts);
    if (sink.rows > 0) return;
  }
  throw new Refusal({ kind: 'empty' });
}
