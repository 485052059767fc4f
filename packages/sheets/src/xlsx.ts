/**
 * Rows of .xlsx files: the first visible sheet that is not empty, with the workbook's sheet list,
 * texts and number formats.
 */
import { posix } from 'node:path';
import type * as Xlsx from '@e965/xlsx';
import type { SheetCaps } from './caps.ts';
import { damaged, Refusal, tooLarge } from './fault.ts';
import { asShown, createNumberFormats } from './number-text.ts';
import { readSharedStrings } from './shared-strings.ts';
import type { Source } from './source.ts';
import { readWorksheet } from './worksheet.ts';
import { attribute, parseXml } from './xml.ts';
import { Zip } from './zip.ts';

/** Reads the sheet into the source's sink. Throws a Refusal. */
export async function readXlsx(source: Source): Promise<void> {
  const { caps, sink } = source;
  const zip = await Zip.open(source);
  const workbook = await readWorkbook(zip, caps);
  // Large, and only needed for formats, so it is not loaded for text files.
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

export type Workbook = {
  /** The parts of its visible sheets, in order. */
  readonly sheetParts: readonly string[];
  readonly sharedStringsPart: string | undefined;
  readonly stylesPart: string | undefined;
  readonly date1904: boolean;
};

type Relation = { readonly id: string; readonly type: string; readonly part: string };

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** The internal targets of `part` ('': the file itself); external links are left out. */
async function readRelations(zip: Zip, part: string, caps: SheetCaps): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!zip.has(file)) return relations;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes;
    const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
    if (path.startsWith('../')) throw damaged('hostile');
    relations.push({ id, type: posix.basename(type), part: path });
    if (relations.length > caps.zipEntries) throw tooLarge('zipEntries', caps.zipEntries);
  };
  await parseXml(zip.read(file), { open }, { mostCharacters: caps.rowCharacters });
  return relations;
}

/** The main part; throws a Refusal if the zip is not an .xlsx. */
async function findMainPart(zip: Zip, caps: SheetCaps): Promise<string> {
  const relations = await readRelations(zip, '', caps);
  const main = relations.find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!zip.has(main) || !main.endsWith('.xml')) throw new Refusal({ kind: 'unknown_kind' });
  return main;
}

/** Throws a Refusal. */
async function readWorkbook(zip: Zip, caps: SheetCaps): Promise<Workbook> {
  const main = await findMainPart(zip, caps);
  let root = '';
  let date1904 = false;
  const ids: string[] = [];
  let sheets = 0;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    root ||= name;
    if (name === 'workbookPr') date1904 = isTrue(attributes['date1904']);
    if (name !== 'sheet') return;
    if (++sheets > caps.sheets) throw tooLarge('sheets', caps.sheets);
    const isShown = (attributes['state'] ?? 'visible') === 'visible';
    const id = attribute(attributes, 'id');
    if (isShown && id !== undefined) ids.push(id);
  };
  await parseXml(zip.read(main), { open }, { mostCharacters: caps.rowCharacters });
  if (root !== 'workbook') throw new Refusal({ kind: 'unknown_kind' });
  const relations = await readRelations(zip, main, caps);
  const partOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type)?.part;
  const worksheets = new Map(
    relations.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]),
  );
  return {
    // A chart that fills a whole sheet is not a worksheet.
    sheetParts: ids.flatMap((id) => worksheets.get(id) ?? []),
    sharedStringsPart: partOf('sharedStrings'),
    stylesPart: partOf('styles'),
    date1904,
  };
}

/** More than any program writes; Excel stops at 64,000. */
const MOST_STYLES = 100_000;

const SHORT_DATE = 14;
const SHORT_DATE_AND_TIME = 22;

/**
 * Short-date formats of other languages, which Excel replaces by its own where it does not support
 * them.
 */
function plainId(id: number): number {
  const isDate = (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
  if (isDate || id === 71 || id === 72) return SHORT_DATE;
  return id === 78 ? SHORT_DATE_AND_TIME : id;
}

/** Built-in formats, known only by number. */
function builtIn(ssf: typeof Xlsx.SSF, id: number): string {
  const format: unknown = ssf.get_table()[plainId(id)];
  return typeof format === 'string' ? asShown(format) : 'General';
}

/** The format of each style, by the number in a cell's `s`. Throws a Refusal. */
async function readFormats(
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
    // Whatever a program saved for these two, they are displayed in the viewer's locale.
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
