/** What a workbook in the form of .xlsx says of its sheets, texts and formats. */
import { posix } from 'node:path';
import type { SheetCaps } from './caps.ts';
import { damaged, Refusal, tooLarge } from './fault.ts';
import { attribute, parseXml } from './xml.ts';
import type { Zip } from './zip.ts';

export type Workbook = {
  /** The parts of its sheets that are shown, in their order. */
  readonly sheetParts: readonly string[];
  readonly sharedStringsPart: string | undefined;
  readonly stylesPart: string | undefined;
  readonly date1904: boolean;
};

type Relation = { readonly id: string; readonly type: string; readonly part: string };

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** What `part` ('': the file itself) points to inside; links to elsewhere are left out. */
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

/** The main part; throws a Refusal when the zip is something else than an .xlsx. */
async function findMainPart(zip: Zip, caps: SheetCaps): Promise<string> {
  const relations = await readRelations(zip, '', caps);
  const main = relations.find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!zip.has(main) || !main.endsWith('.xml')) throw new Refusal({ kind: 'unknown_kind' });
  return main;
}

/** Throws a Refusal. */
export async function readWorkbook(zip: Zip, caps: SheetCaps): Promise<Workbook> {
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
    // A chart that fills a sheet of its own is no worksheet.
    sheetParts: ids.flatMap((id) => worksheets.get(id) ?? []),
    sharedStringsPart: partOf('sharedStrings'),
    stylesPart: partOf('styles'),
    date1904,
  };
}
