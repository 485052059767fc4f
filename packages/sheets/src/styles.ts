/** Which number format the cells of a workbook have. */
import type * as Xlsx from '@e965/xlsx';
import type { SheetCaps } from './caps.ts';
import { tooLarge } from './fault.ts';
import { asShown } from './number-text.ts';
import { parseXml } from './xml.ts';
import type { Zip } from './zip.ts';

/** More than any program writes; Excel stops at 64,000. */
const MOST_STYLES = 100_000;

const SHORT_DATE = 14;
const SHORT_DATE_AND_TIME = 22;

/** Short dates of other languages, which Excel shows as its own where it speaks none of them. */
function plainId(id: number): number {
  const isDate = (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
  if (isDate || id === 71 || id === 72) return SHORT_DATE;
  return id === 78 ? SHORT_DATE_AND_TIME : id;
}

/** Formats that are known by their number alone. */
function builtIn(ssf: typeof Xlsx.SSF, id: number): string {
  const format: unknown = ssf.get_table()[plainId(id)];
  return typeof format === 'string' ? asShown(format) : 'General';
}

/** The format of each style, by the number that cells name in `s`. Throws a Refusal. */
export async function readFormats(
  zip: Zip,
  part: string | undefined,
  caps: SheetCaps,
  ssf: typeof Xlsx.SSF,
): Promise<readonly string[]> {
  const own = new Map<number, string>();
  const ids: number[] = [];
  if (part === undefined) return [];
  let isInside = false;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const id = Number(attributes['numFmtId'] ?? 0);
    // Whatever a program wrote down for these two, they are shown in the way of the place.
    const isLocal = id === SHORT_DATE || id === SHORT_DATE_AND_TIME;
    if (name === 'numFmt' && !isLocal) own.set(id, attributes['formatCode'] ?? 'General');
    else if (name === 'cellXfs') isInside = true;
    else if (name === 'xf' && isInside) ids.push(id);
    if (ids.length + own.size > MOST_STYLES) throw tooLarge('unpackedBytes', caps.unpackedBytes);
  };
  const close = (name: string): void => {
    if (name === 'cellXfs') isInside = false;
  };
  await parseXml(zip.read(part), { open, close }, { mostCharacters: caps.rowCharacters });
  return ids.map((id) => own.get(id) ?? builtIn(ssf, id));
}
