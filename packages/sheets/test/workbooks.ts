/** Workbooks written by hand, with content that no program would write. */
import { makeZip, type ZipPart } from './zip-writer.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

type Sheet = { readonly data: string; readonly state?: string };

export type WorkbookPlan = {
  /** The content of each sheet's <sheetData>, or a sheet with its state. */
  readonly sheets: readonly (string | Sheet)[];
  /** The content of <sst>. */
  readonly strings?: string;
  /** The content of <styleSheet>. */
  readonly styles?: string;
  readonly date1904?: boolean;
  /** Parts to add; one with the same name replaces ours. */
  readonly parts?: readonly ZipPart[];
};

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

const relations = (inner: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}">${inner}</Relationships>`;

export const sheetXml = (data: string): string =>
  `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`;

/** A workbook's parts, in the order in which programs write them. */
export function workbookParts(plan: WorkbookPlan): ZipPart[] {
  const sheets = plan.sheets.map((sheet) => (typeof sheet === 'string' ? { data: sheet } : sheet));
  const listed = sheets.map(
    ({ state }, at) =>
      `<sheet name="S${at}" sheetId="${at + 1}" r:id="s${at}"${
        state === undefined ? '' : ` state="${state}"`
      }/>`,
  );
  const related = sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/s${at}.xml`));
  if (plan.strings !== undefined) related.push(relation('t', 'sharedStrings', 'strings.xml'));
  if (plan.styles !== undefined) related.push(relation('f', 'styles', 'styles.xml'));
  const parts: ZipPart[] = [
    { name: '_rels/.rels', data: relations(relation('w', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data:
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="` +
        `${plan.date1904 === true ? '1' : '0'}"/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: relations(related.join('')) },
    ...sheets.map(({ data }, at) => ({
      name: `xl/worksheets/s${at}.xml`,
      data: sheetXml(data),
    })),
    { name: 'xl/strings.xml', data: `<sst xmlns="${MAIN}">${plan.strings ?? ''}</sst>` },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet xmlns="${MAIN}">${plan.styles ?? ''}</styleSheet>`,
    },
  ];
  const own = plan.parts ?? [];
  return [...parts.filter(({ name }) => !own.some((part) => part.name === name)), ...own];
}

export function makeWorkbook(plan: WorkbookPlan): Buffer {
  return makeZip(workbookParts(plan));
}
